// stdin: 17 words
// 5.1.2: objects of the C library keep their meaning: stdin goes to thread 0, stdout and stderr
// everywhere, errno per thread.
#include "check.h"
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static volatile sig_atomic_t caught;
static void on_signal(int s) { caught = s; }

int main(void)
{
    errno = 0;
    CHECK(fopen("/nonexistent/file", "r") == NULL);
    CHECK_EQ(errno, ENOENT);
    upc_barrier;
    errno = 100 + MYTHREAD;
    upc_barrier;
    CHECK_EQ(errno, 100 + MYTHREAD);

    if (MYTHREAD == 0) {
        int n = 0;
        char word[16] = "";
        CHECK_EQ(scanf("%d %15s", &n, word), 2);
        CHECK_EQ(n, 17);
        CHECK(strcmp(word, "words") == 0);
    }
    upc_barrier;
    fprintf(stderr, "%s", "");
    FILE *out = stdout;
    CHECK(out == stdout && fileno(stdout) == 1 && stdin != stderr);

    time_t now = 0;
    struct tm parts;
    CHECK(gmtime_r(&now, &parts) == &parts && parts.tm_year == 70);
    CHECK(strerror(ENOENT) != NULL && isnan(NAN) && HUGE_VAL > 1e308);

    char line[] = "a:b:c", *rest = NULL;
    CHECK(strcmp(strtok_r(line, ":", &rest), "a") == 0 && strcmp(strtok_r(NULL, ":", &rest), "b") == 0);
    CHECK(environ != NULL);
    (void)on_signal;
    PASS();
    return 0;
}
