// 6.5.1, 6.5.2: shared structures and unions: members, nested members, arrays inside, bit-fields,
// whole assignment between shared and private, as arguments and results; anonymous members; shared
// scalars of structure type.
#include "check.h"

struct point {
    double x, y;
};
struct thing {
    char name[9];
    struct point corner[2];
    struct {
        int anonymous;
        union {
            int i;
            float f;
        };
    };
    unsigned low : 3;
    signed middle : 7;
    unsigned long high : 40;
    _Bool flag : 1;
    shared [] struct thing *next;
    int *private_part;
};

shared struct thing one;
shared [2] struct thing many[5 * THREADS];
static int own;

static struct thing make(int i)
{
    struct thing t = {"thing", {{i, i + 0.5}, {-i, 2}}, {i * 3, {.i = i}}, i & 7, -i % 60, (1ul << 33) + i, i & 1, NULL, &own};
    return t;
}
static double sum(struct thing t) { return t.corner[0].x + t.corner[0].y + t.corner[1].x; }
static struct point middle(struct point a, struct point b) { return (struct point){(a.x + b.x) / 2, (a.y + b.y) / 2}; }

int main(void)
{
    const int n = 5 * THREADS;
    for (int i = (MYTHREAD + 1) % THREADS; i < n; i += THREADS) {
        many[i] = make(i);
        many[i].next = (shared [] struct thing *)&many[(i + 1) % n];
    }
    if (MYTHREAD == THREADS - 1) {
        one = make(1000);
        one.name[0] = 'T';
    }
    upc_barrier;

    for (int i = 0; i < n; i++) {
        CHECK(many[i].name[4] == 'g' && many[i].corner[0].y == i + 0.5 && many[i].corner[1].x == -i);
        CHECK_EQ(many[i].anonymous, 3 * i);
        CHECK_EQ(many[i].i, i);
        CHECK_EQ(many[i].low, i & 7);
        CHECK_EQ(many[i].middle, -i % 60);
        CHECK_EQ(many[i].high, (1ul << 33) + i);
        CHECK_EQ(many[i].flag, i & 1);
        CHECK_EQ(many[i].next->i, (i + 1) % n);
        CHECK_EQ(many[i].next->next->anonymous, (i + 2) % n * 3);
        CHECK(sum(many[i]) == i + 0.5);
        const struct thing t = many[i];
        CHECK_EQ(t.high, (1ul << 33) + i);
        CHECK(t.next == (shared void *)&many[(i + 1) % n]);
        struct point m = middle(many[i].corner[0], many[i].corner[1]);
        CHECK(m.x == 0 && m.y == (i + 2.5) / 2);
        struct point p = t.corner[1];
        p = many[i].corner[0];
        CHECK(p.x == i);
    }
    CHECK(one.name[0] == 'T' && one.corner[1].x == -1000 && one.i == 1000);
    upc_barrier;

    // Changes through members, of one's own neighbour's things.
    const int k = (MYTHREAD + 1) % THREADS;
    many[k].low++;
    many[k].low += 7;
    CHECK_EQ(many[k].low, k & 7);
    many[k].middle = -64;
    many[k].middle ^= 1;
    CHECK_EQ(many[k].middle, -63);
    many[k].high <<= 2;
    CHECK_EQ(many[k].high, ((1ul << 33) + k) << 2);
    many[k].flag = 17;
    CHECK_EQ(many[k].flag, 1);
    many[k].corner[1].y *= 3;
    CHECK(many[k].corner[1].y == 6);
    many[k].f = 1.5f;
    CHECK_EQ(many[k].i, 0x3fc00000);
    many[k].private_part = &own;
    CHECK(many[k].private_part == &own);
    shared [2] struct thing *p = &many[k];
    (*p).corner[0] = p->corner[1];
    CHECK(many[k].corner[0].y == 6 && (p + 1)->name[0] != 'x');
    upc_barrier;
    many[n - 1 - MYTHREAD] = many[MYTHREAD]; // shared to shared, distinct ones
    CHECK_EQ(many[n - 1 - MYTHREAD].high, ((1ul << 33) + MYTHREAD) << 2);
    upc_barrier;
    if (MYTHREAD == 0) {
        many[0] = one;
        CHECK_EQ(many[0].i, 1000);
        many[0] = many[0];
        struct thing *local = (struct thing *)&many[0];
        local->anonymous = 4;
        CHECK_EQ(many[0].anonymous, 4);
    }
    PASS();
    return 0;
}
