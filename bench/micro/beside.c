/* `beside N COMMAND [argument]...` runs a command beside N busy loops, in one session with it, as
 * schedulers may give each session its share. The loops end with the command, however it ends; its
 * exit status is that of this program.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child_start(void) {
    const pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(1);
    }
    if (child == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
    return child;
}

int main(int argc, char **argv) {
    const int loops = argc > 2 ? atoi(argv[1]) : 0;
    int status = 0;
    if (loops < 1) {
        fprintf(stderr, "usage: %s N COMMAND [argument]...\n", argv[0]);
        return 2;
    }
    pid_t *loop = calloc((size_t)loops, sizeof *loop);
    if (!loop) return 1;
    for (int i = 0; i < loops; i++)
        if ((loop[i] = child_start()) == 0)
            for (;;)
                __asm__ __volatile__("");
    const pid_t command = child_start();
    if (command == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    waitpid(command, &status, 0);
    for (int i = 0; i < loops; i++)
        kill(loop[i], SIGKILL);
    while (wait(NULL) > 0)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
