// 6.5.1: every layout in declarations: [B], [], [*], default, [0], constant expressions, typedefs,
// blocks larger than the array, numbers of elements that do not come out even; affinity and
// contents of each element.
#include "check.h"

enum { THREE = 3 };
#define FOUR (2 + 2)
typedef shared [5] int fives[10 * THREADS];
typedef shared int plain;
typedef int S[10];

shared int deflt[11 * THREADS];
shared [1] int one[11 * THREADS];
shared [THREE] int three[11 * THREADS];
shared [FOUR * 1] int four[11 * THREADS];
shared [sizeof(int)] int size[11 * THREADS];
int shared [2] two[11 * THREADS];
shared [1000] int wide[THREADS];
shared [*] int star[11 * THREADS];
shared [*] char star_odd[3][5 * THREADS];
shared [] int none[12];
shared [0] int zero[12];
fives typed;
plain typed_plain[7 * THREADS];
shared [3] S typed_rows[3 * THREADS];
const shared [3] int constant[3 * THREADS];
relaxed shared [2] int loose[5 * THREADS];
strict shared [2] int tight[5 * THREADS];
shared [2] strict int *also;
static shared [6] int hidden[4 * THREADS];

#define CHECK_LAYOUT(array, n, block)                                                                                      \
    do {                                                                                                                   \
        const int count = (n);                                                                                             \
        for (int i = 0; i < count; i++) {                                                                                  \
            CHECK_EQ(upc_threadof(&(array)[i]), (block) ? i / ((block) ? (block) : 1) % THREADS : 0);                      \
            CHECK_EQ(upc_phaseof(&(array)[i]), (block) ? i % ((block) ? (block) : 1) : 0);                                 \
            CHECK_EQ((array)[i], 0);                                                                                       \
        }                                                                                                                  \
        upc_barrier;                                                                                                       \
        for (int i = MYTHREAD; i < count; i += THREADS) *(shared int *)(shared void *)(shared [] int *)&(array)[i] = i + 1; \
        upc_barrier;                                                                                                       \
        for (int i = 0; i < count; i++) CHECK_EQ((array)[i], i + 1);                                                       \
        upc_barrier;                                                                                                       \
    } while (0)

int main(void)
{
    CHECK_LAYOUT(deflt, 11 * THREADS, 1);
    CHECK_LAYOUT(one, 11 * THREADS, 1);
    CHECK_LAYOUT(three, 11 * THREADS, 3);
    CHECK_LAYOUT(four, 11 * THREADS, 4);
    CHECK_LAYOUT(size, 11 * THREADS, 4);
    CHECK_LAYOUT(two, 11 * THREADS, 2);
    CHECK_LAYOUT(wide, THREADS, 1000);
    CHECK_LAYOUT(star, 11 * THREADS, 11);
    CHECK_LAYOUT(none, 12, 0);
    CHECK_LAYOUT(zero, 12, 0);
    CHECK_LAYOUT(typed, 10 * THREADS, 5);
    CHECK_LAYOUT(typed_plain, 7 * THREADS, 1);
    CHECK_LAYOUT(typed_rows[0], 10, 3);
    CHECK_LAYOUT(constant, 3 * THREADS, 3);
    CHECK_LAYOUT(loose, 5 * THREADS, 2);
    CHECK_LAYOUT(tight, 5 * THREADS, 2);
    CHECK_LAYOUT(hidden, 4 * THREADS, 6);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 5 * THREADS; j++) CHECK_EQ(upc_threadof(&star_odd[i][j]), (i * 5 * THREADS + j) / 15);
    for (int i = 0; i < 3 * THREADS; i++)
        for (int j = 0; j < 10; j++) CHECK_EQ(upc_threadof(&typed_rows[i][j]), (10 * i + j) / 3 % THREADS);
    (void)also;
    PASS();
    return 0;
}
