// 5.1.2: much private data: 192 MB of zeros a thread, of which little is touched, and half a
// megabyte with initial values.
#include "check.h"

#define MANY (24l * 1024 * 1024)
static double big[MANY];
char field[1000][777];
static long filled[65536] = {[0] = 1, [65535] = 2};

int main(void)
{
    CHECK(big[0] == 0 && big[MANY - 1] == 0 && field[999][776] == 0);
    CHECK_EQ(filled[0] + filled[65535], 3);
    for (long i = MYTHREAD; i < MANY; i += MANY / 7) big[i] = (double)(i + MYTHREAD);
    for (int i = 0; i < 1000; i++) field[i][i % 777] = (char)(MYTHREAD + i);
    upc_barrier;
    for (long i = MYTHREAD; i < MANY; i += MANY / 7) CHECK(big[i] == (double)(i + MYTHREAD));
    for (int i = 0; i < 1000; i++) CHECK_EQ(field[i][i % 777], (char)(MYTHREAD + i));
    double sum = 0;
    for (long i = 0; i < 1000; i++) sum += big[i];
    CHECK(sum == 2.0 * MYTHREAD);
    PASS();
    return 0;
}
