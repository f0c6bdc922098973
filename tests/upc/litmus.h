// Litmus tests: small races whose outcomes Appendix B allows or forbids, each run many times.
//
// Vocabulary of Appendix B: SW, SR strict write and read; RW, RR relaxed ones; LW, LR through a
// private pointer. A *shape* is one such race. Its *roles* are played by different threads, by
// others each round. An *instance* is one execution of it on cells x, y, z of their own; all roles
// run through the 64 instances of a round in step. Cell C of a variable starts at 0: what older
// rounds left there is smaller than V(0) and reads as 0. Registers a, b, c of a role keep what it
// read.
//
// A forbidden outcome fails the test. A *weak* outcome is one that sequential consistency would not
// allow; it is only counted. Rounds differ in their delays: none, random ones between the
// instances, random ones between the accesses (D) as well.
//
// LITMUS_INSTANCES sets how many instances of each shape are run (./dev litmus: a million),
// LITMUS_REPORT prints the counts.
#ifndef LITMUS_H
#define LITMUS_H

#include "check.h"
#include <string.h>
#include <upc_castable.h>

#ifndef LITMUS_OWN // what belongs to the player of a role: private data, or each system thread's
#define LITMUS_OWN
#endif

enum { STRIDE = 16, INSTANCES = 64, ROLES = 4, REGISTERS = 3, USUAL_INSTANCES = 4096 };

typedef shared [] int *cells_t;
typedef strict shared [] int *strict_cells_t;

shared [] int x[INSTANCES * STRIDE], y[INSTANCES * STRIDE], z[INSTANCES * STRIDE];
shared [] int litmus_seen[ROLES][REGISTERS][INSTANCES];
shared [] int litmus_last[3][INSTANCES]; // the cells when all have finished

static int litmus_round, litmus_delays;
static LITMUS_OWN int a[INSTANCES], b[INSTANCES], c[INSTANCES];
static unsigned char litmus_between[INSTANCES], litmus_inside[INSTANCES];
static unsigned litmus_state;

#define C (i * STRIDE)
#define V(k) (litmus_round * 4 + (k))
#define RW(variable, k) ((variable)[C] = V(k))
#define RR(variable) ((variable)[C])
#define SW(variable, k) (((strict_cells_t)(variable))[C] = V(k))
#define SR(variable) (((strict_cells_t)(variable))[C])
/* On another node there is no private pointer to them. */
#define LW(variable, k) (upc_cast(variable) ? (void)(((int *)upc_cast(variable))[C] = V(k)) : (void)RW(variable, k))
#define LR(variable) (upc_cast(variable) ? ((int *)upc_cast(variable))[C] : RR(variable))
#define D litmus_pause(litmus_delays > 1 ? litmus_inside[i] : 0)

static inline void litmus_pause(int n)
{
    for (volatile int left = n; left > 0; left--) continue;
}

static unsigned litmus_random(void)
{
    litmus_state ^= litmus_state << 13;
    litmus_state ^= litmus_state >> 17;
    litmus_state ^= litmus_state << 5;
    return litmus_state;
}

// A role of a shape: what one thread does in instance i.
#define ROLE(name, ...)                                                                                                    \
    static void name(void)                                                                                                 \
    {                                                                                                                      \
        for (int i = 0; i < INSTANCES; i++) {                                                                              \
            if (litmus_delays) litmus_pause(litmus_between[i]);                                                            \
            __VA_ARGS__;                                                                                                   \
        }                                                                                                                  \
    }

// What an outcome is: value k that role r had in register n; that cell of variable v (0 x, 1 y, 2
// z) was left with.
#define A(role) litmus_value(litmus_seen[role][0][i])
#define B(role) litmus_value(litmus_seen[role][1][i])
#define CC(role) litmus_value(litmus_seen[role][2][i])
#define LAST(variable) litmus_value(litmus_last[variable][i])
#define OUTCOME(name, condition)                                                                                           \
    static int name(int i) { return condition; }

static inline int litmus_value(int value) { return value >= V(0) ? value - V(0) : 0; }
static int never(int i) { (void)i; return 0; }

struct shape {
    const char *name;
    int roles; // 0: every thread calls the first one (roles 0 and 1 are MYTHREAD 0 and 1)
    void (*role[ROLES])(void);
    int (*forbidden)(int i);
    int (*weak)(int i);
};

static void litmus_prepare(int round)
{
    litmus_round = round;
    litmus_delays = round % 3;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    memset(c, 0, sizeof c);
    for (int i = 0; i < INSTANCES; i++) {
        litmus_between[i] = litmus_random() % 16;
        litmus_inside[i] = litmus_random() % 24;
    }
}

static void litmus_tell(int role)
{
    for (int i = 0; i < INSTANCES; i++) {
        litmus_seen[role][0][i] = a[i];
        litmus_seen[role][1][i] = b[i];
        litmus_seen[role][2][i] = c[i];
    }
}

static void litmus_tell_last(void)
{
    for (int i = 0; i < INSTANCES; i++) {
        litmus_last[0][i] = RR(x);
        litmus_last[1][i] = RR(y);
        litmus_last[2][i] = RR(z);
    }
}

static void litmus_play(const struct shape *shape, int round, int role)
{
    litmus_prepare(round);
    upc_barrier;
    litmus_pause(litmus_random() % 13);
    if (shape->roles == 0 || role < shape->roles) shape->role[shape->roles ? role : 0]();
    upc_barrier;
    if (role >= (shape->roles ? shape->roles : 2)) return;
    litmus_tell(role);
    if (role == 0) litmus_tell_last();
}

static long litmus_judge(const struct shape *shape)
{
    long weak = 0;
    for (int i = 0; i < INSTANCES; i++) {
        weak += shape->weak && shape->weak(i);
        if (!shape->forbidden(i)) continue;
        fprintf(stderr, "%s: forbidden outcome in round %d, instance %d:", shape->name, litmus_round, i);
        for (int role = 0; role < ROLES; role++) fprintf(stderr, " T%d read %d %d %d", role, A(role), B(role), CC(role));
        fprintf(stderr, " left %d %d %d\n", LAST(0), LAST(1), LAST(2));
        fflush(stderr);
        upc_global_exit(1);
    }
    return weak;
}

// Rounds of a shape, where so many system threads play. Four of them share cores, mostly; between
// nodes an access takes microseconds.
static int litmus_rounds(int players)
{
    const char *asked = getenv("LITMUS_INSTANCES");
    const int instances = asked ? atoi(asked) : USUAL_INSTANCES / (getenv("TEST_NODES") ? 16 : players > 3 ? 4 : 1);
    return (instances + INSTANCES - 1) / INSTANCES;
}

static void litmus_report(const struct shape *shape, int rounds, long weak)
{
    if (MYTHREAD != 0 || !getenv("LITMUS_REPORT")) return;
    printf(shape->weak ? "%-58s %9ld instances, %ld weak\n" : "%-58s %9ld instances, none forbidden\n", shape->name,
           (long)rounds * INSTANCES, weak);
}

// Runs every shape for which there are enough threads.
static void litmus_run(const struct shape *shapes, int count)
{
    static int round = 0;
    const int rounds = litmus_rounds(THREADS);
    litmus_state = 2463534242u + 7919 * MYTHREAD;
    for (const struct shape *shape = shapes; shape < shapes + count; shape++) {
        if (THREADS < (shape->roles ? shape->roles : 2)) continue;
        long weak = 0;
        for (int n = 0; n < rounds; n++) {
            round++;
            const int role = shape->roles ? (MYTHREAD + n) % THREADS : MYTHREAD;
            litmus_play(shape, round, role);
            upc_barrier;
            if (MYTHREAD == 0) weak += litmus_judge(shape);
        }
        litmus_report(shape, rounds, weak);
    }
    PASS();
}

#define LITMUS(shapes) litmus_run(shapes, sizeof shapes / sizeof *shapes)

#endif
