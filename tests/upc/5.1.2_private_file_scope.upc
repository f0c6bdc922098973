// 3.4.2, 5.1.2: file-scope objects that are not shared are private: every thread has its own,
// initialised, in every mapping.
#include "check.h"
#include <complex.h>
#include <stdbool.h>

int number = 41;
static int hidden;
double real = 2.5;
float complex z = 1.0f + 2.0f * I;
long double wide = 3.25L;
bool flag = true;
char text[] = "private";
static unsigned char bytes[37];
int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {[2] = 11}};
struct pair {
    int a;
    struct {
        char b;
        double c;
    } in;
    unsigned low : 5, high : 9;
} pair = {7, {'q', 0.5}, 17, 300};
union either {
    int i;
    float f;
} either = {.f = 1.5f};
enum colour { red, green = 5, blue } colour = blue;
volatile int quick = 3;
int tentative;
int tentative;
static struct pair many[20] = {[4] = {.a = 4}, [19] = {.in.c = 19.5}};

static void check_initial(void)
{
    CHECK_EQ(number, 41);
    CHECK_EQ(hidden, 0);
    CHECK(real == 2.5 && creal(z) == 1 && cimag(z) == 2 && wide == 3.25L && flag);
    CHECK_EQ(sizeof text, 8);
    CHECK_EQ(text[6], 'e');
    for (int i = 0; i < 37; i++) CHECK_EQ(bytes[i], 0);
    CHECK_EQ(table[1][3], 8);
    CHECK_EQ(table[2][2], 11);
    CHECK_EQ(table[2][3], 0);
    CHECK(pair.a == 7 && pair.in.b == 'q' && pair.in.c == 0.5 && pair.low == 17 && pair.high == 300);
    CHECK(either.f == 1.5f && colour == 6 && quick == 3 && tentative == 0);
    CHECK(many[4].a == 4 && many[19].in.c == 19.5 && many[5].a == 0);
}

static void set(int me)
{
    number = me;
    hidden = me + 1;
    real = me + 2;
    z = me + 3;
    wide = me + 4;
    flag = me & 1;
    text[3] = (char)('a' + me);
    bytes[36] = (unsigned char)me;
    table[2][3] = me;
    pair.in.c = me;
    pair.low = me & 31;
    pair.high = me + 100;
    either.i = me;
    colour = (enum colour)me;
    quick = me;
    tentative = me;
    many[7] = pair;
}

static void check_set(int me)
{
    CHECK_EQ(number, me);
    CHECK_EQ(hidden, me + 1);
    CHECK(real == me + 2 && creal(z) == me + 3 && cimag(z) == 0 && wide == me + 4 && flag == (me & 1));
    CHECK_EQ(text[3], 'a' + me);
    CHECK_EQ(bytes[36], me);
    CHECK_EQ(table[2][3], me);
    CHECK(pair.a == 7 && pair.in.c == me && pair.low == (unsigned)(me & 31) && pair.high == (unsigned)me + 100);
    CHECK(either.i == me && (int)colour == me && quick == me && tentative == me);
    CHECK(many[7].in.c == me && many[7].in.b == 'q');
}

int main(void)
{
    check_initial();
    upc_barrier;
    for (int round = 0; round < 3; round++) {
        set(MYTHREAD + 10 * round);
        upc_barrier;
        check_set(MYTHREAD + 10 * round);
        upc_barrier;
    }
    number++;
    ++number;
    number += 3;
    number <<= 1;
    table[0][MYTHREAD % 4]--;
    CHECK_EQ(number, (MYTHREAD + 20 + 5) * 2);
    CHECK_EQ(table[0][MYTHREAD % 4], MYTHREAD % 4);
    PASS();
    return 0;
}
