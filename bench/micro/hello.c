/* Reference for hello.upc, started as four processes by the shell's means: fork, print, wait. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int me = 0; me < 4; me++)
        if (fork() == 0) {
            printf("Hello from thread %d of %d\n", me, 4);
            return 0;
        }
    while (wait(0) > 0)
        continue;
    return 0;
}
