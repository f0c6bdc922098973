// Litmus tests of strict operations and far data: what they share (litmus_flags.upc has the
// operations and the shapes).
//
// Here an *operation* is any pair of calls that Appendix B or an extension calls strict, or that
// contains a fence: `set` makes a flag true, `get` says whether it is. A *shape* is a race in which
// each of them is the flag. Its *roles* are played by different threads, by others each round. What
// is at stake is the cache of far accesses: does a strict operation send what its thread has
// written to other nodes, and does it fetch anew what the thread has read there, also where the
// operation's own target is near?
//
// So a round chooses at random on which threads data and flags lie, whether the reader has the data
// in its cache before (`warm`), and how much is written (`pattern`): a word, several words of a
// line, a whole line, words across two lines. Before a race the roles tell each other that they are
// warm, by words that go past the cache and fence nothing (tell, hear). Then a missing release or
// acquire shows in nearly every round, not by luck: POLDER_CACHE_WAIT keeps writes that nobody
// sends.
//
// LITMUS_INSTANCES sets how many instances of each shape are run with each operation (./dev
// litmus), LITMUS_REPORT prints the counts, LITMUS_SEED begins the choices elsewhere, LITMUS_ONLY
// takes the operations whose names contain a text, LITMUS_ALL goes on behind a forbidden outcome
// and prints how many there were.
#ifndef LITMUS_FLAGS_H
#define LITMUS_FLAGS_H

#include "check.h"
#include <sched.h>
#include <string.h>
#include <time.h>
#include <upc_castable.h>

enum { LINE = 256, DATA = 2 * LINE, SLOTS = 4, ROLES = 4, FLAGS = 2, PATTERNS = 4 };

typedef struct {
    int a, b, c, d;
} four_t;

// What lies on each thread. Data begins at a line of the cache, 1,024 bytes.
struct home {
    _Alignas(1024) int x[SLOTS][DATA];
    int y[SLOTS][DATA];
    _Alignas(1024) int ready[ROLES];
    _Alignas(64) int word[FLAGS];
    _Alignas(64) long wide[FLAGS];
    _Alignas(64) unsigned long word64[FLAGS];
    _Alignas(64) double number[FLAGS];
    _Alignas(64) shared [] char *narrow[FLAGS];
    _Alignas(64) shared void *pointer[FLAGS];
    _Alignas(64) four_t four[FLAGS];
    _Alignas(64) unsigned long signal[FLAGS];
    _Alignas(64) int guarded[FLAGS];
    _Alignas(64) int scratch;
};
shared struct home homes[THREADS];
shared [] int litmus_seen[ROLES][2];
shared [] int litmus_left[2];

// What a round has chosen; the same in all threads.
static struct {
    int number, turn, slot, warm, pattern;
    int x, y, flag[FLAGS]; // threads
} now;

struct operation {
    const char *name;
    void (*set)(int home, int flag);
    int (*get)(int home, int flag);        // null: there is only wait
    void (*wait)(int home, int flag);      // null: get until it is true
    void (*clear)(int home, int flag);     // by one thread, while nobody uses it
    int total;                             // set and get are strict themselves, not only fences beside a relaxed access
    int (*reaches)(int home, int setter, int getter); // threads; null: it is one of everywhere
    int lazy;                                          // a get that says no is no fence
};

struct shape {
    const char *name;
    int roles, flags;
    void (*role[ROLES])(void);
    int (*forbidden)(void);
    int total, gets; // needs an operation that is total; one that has a get (2: which is a fence)
};

static const struct operation *op;

// ---- words past the cache ----

static int role_thread(int role) { return (role + now.turn) % THREADS; }
static int own_role(void) { return (MYTHREAD - now.turn + THREADS) % THREADS; }

// Gives the core away (who sleeps is woken ahead of strangers that compute), and now and then asks
// another node for something, which takes up what others ask of this one and fences nothing.
static void idle(void)
{
    static int turns;
    const struct timespec moment = {0, 20000};
    if (++turns % 4)
        sched_yield();
    else
        nanosleep(&moment, NULL);
    if (turns % 64) return;
    int word;
    upc_memget(&word, &homes[(MYTHREAD + 1) % THREADS].scratch, sizeof word);
}

static void tell(int role)
{
    upc_memput(&homes[role_thread(role)].ready[own_role()], &now.number, sizeof now.number);
}

static void hear(int role)
{
    const int *word = (int *)&homes[MYTHREAD].ready[role];
    while (__atomic_load_n(word, __ATOMIC_RELAXED) != now.number) idle();
}

// ---- data ----

static int value_of(int k) { return now.number * 4 + k; }

// Calls body with w, each word of the round's pattern.
#define FOR_WORDS(...)                                                                                                     \
    do {                                                                                                                   \
        static const int words[2][4] = {{3, 3, 3, 3}, {0, 17, 100, 255}};                                                  \
        if (now.pattern < 2)                                                                                               \
            for (int n = 0; n < (now.pattern ? 4 : 1); n++) {                                                              \
                const int w = words[now.pattern][n];                                                                       \
                __VA_ARGS__;                                                                                               \
            }                                                                                                              \
        else                                                                                                               \
            for (int w = now.pattern == 2 ? 0 : 100; w < (now.pattern == 2 ? LINE : 2 * LINE - 100); w++) __VA_ARGS__;     \
    } while (0)

#define WRITE(variable, k) FOR_WORDS(homes[now.variable].variable[now.slot][w] = value_of(k))
// The least of the round's values among the words; 0: one is older.
#define READ(variable, into)                                                                                               \
    do {                                                                                                                   \
        into = 4;                                                                                                          \
        FOR_WORDS({                                                                                                        \
            const int word_read = homes[now.variable].variable[now.slot][w] - value_of(0);                                    \
            if (word_read < into) into = word_read < 0 ? 0 : word_read;                                                                \
        });                                                                                                                \
    } while (0)
#define WARM(variable)                                                                                                     \
    do {                                                                                                                   \
        int before;                                                                                                        \
        if (now.warm) READ(variable, before);                                                                              \
    } while (0)

// ---- flags ----

static void set_flag(int flag) { op->set(now.flag[flag], flag); }
static int get_flag(int flag) { return op->get(now.flag[flag], flag); }
static void await_flag(int flag)
{
    if (op->wait) return op->wait(now.flag[flag], flag);
    while (!get_flag(flag)) idle();
}

// What a role has seen, for the judge.
static void seen(int a, int b)
{
    litmus_seen[own_role()][0] = a;
    litmus_seen[own_role()][1] = b;
}
#define A(role) litmus_seen[role][0]
#define B(role) litmus_seen[role][1]

// ---- rounds ----

static unsigned litmus_state = 2463534242u;
static int litmus_random(int n)
{
    litmus_state ^= litmus_state << 13;
    litmus_state ^= litmus_state >> 17;
    litmus_state ^= litmus_state << 5;
    return (int)(litmus_state / 16 % (unsigned)n);
}

// Every thread makes the same choices. False: this operation does not reach these flags.
static int litmus_choose(const struct shape *shape)
{
    now.turn = litmus_random(THREADS);
    now.slot = litmus_random(SLOTS);
    now.warm = litmus_random(4) != 0;
    now.pattern = litmus_random(PATTERNS);
    now.x = litmus_random(THREADS);
    now.y = litmus_random(THREADS);
    for (int f = 0; f < FLAGS; f++) now.flag[f] = litmus_random(THREADS);
    for (int f = 0; op->reaches && f < shape->flags; f++) // role f sets it, the next one waits for it
        if (!op->reaches(now.flag[f], role_thread(f), role_thread((f + 1) % shape->roles))) return 0;
    return 1;
}

static int litmus_play(const struct shape *shape)
{
    now.number++;
    if (MYTHREAD == 0)
        for (int f = 0; op->clear && f < shape->flags; f++) op->clear(now.flag[f], f);
    upc_barrier;
    if (own_role() < shape->roles) shape->role[own_role()]();
    upc_barrier;
    if (MYTHREAD != 0) return 0;
    READ(x, litmus_left[0]);
    READ(y, litmus_left[1]);
    return shape->forbidden();
}

static void litmus_blame(const struct shape *shape)
{
    fprintf(stderr, "%s, %s: forbidden outcome in round %d:", shape->name, op->name, now.number);
    for (int role = 0; role < shape->roles; role++) fprintf(stderr, " T%d saw %d %d", role, A(role), B(role));
    fprintf(stderr, "; left %d %d; threads %d: roles from %d on, x on %d, y on %d, flags on %d, %d; pattern %d%s\n", litmus_left[0],
            litmus_left[1], (int)THREADS, now.turn, now.x, now.y, now.flag[0], now.flag[1], now.pattern, now.warm ? ", warm" : "");
    fflush(stderr);
    if (!getenv("LITMUS_ALL")) upc_global_exit(1);
}

static void litmus_report(const struct shape *shape, int played, int forbidden)
{
    char name[100];
    if (MYTHREAD != 0 || !played || !getenv("LITMUS_REPORT")) return;
    snprintf(name, sizeof name, "%s: %s", shape->name, op->name);
    if (forbidden)
        printf("%-69s %9d instances, %d FORBIDDEN\n", name, played, forbidden);
    else
        printf("%-69s %9d instances, none forbidden\n", name, played);
}

// As each shape has so many operations, a 64th of what is asked for; some on nodes, where there is
// a cache, one elsewhere.
static int litmus_instances(void)
{
    const char *asked = getenv("LITMUS_INSTANCES");
    return asked ? (atoi(asked) + 63) / 64 : getenv("TEST_NODES") ? 3 : 1;
}

static int litmus_wants(const char *name)
{
    const char *only = getenv("LITMUS_ONLY");
    return !only || strstr(name, only);
}

// One shape with one operation.
static void litmus_race(const struct shape *shape, int instances)
{
    int played = 0, forbidden = 0;
    for (int tries = 0; played < instances && tries < 16 * instances; tries++) {
        if (!litmus_choose(shape)) continue;
        played++;
        if (!litmus_play(shape)) continue;
        forbidden++;
        litmus_blame(shape);
    }
    litmus_report(shape, played, forbidden);
}

static void litmus_operation(const struct operation *operation, const struct shape *shapes, int count)
{
    const int instances = litmus_instances();
    op = operation;
    if (!litmus_wants(op->name)) return;
    for (const struct shape *shape = shapes; shape < shapes + count; shape++)
        if (THREADS >= shape->roles && (!shape->total || op->total) && (!shape->gets || op->get) && !(shape->gets > 1 && op->lazy)) litmus_race(shape, instances);
}

#endif
