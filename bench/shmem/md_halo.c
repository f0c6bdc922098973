/* md_halo with OpenSHMEM (see apps/md_halo/md_halo.h). How a rank learns that a message has come,
 * and that its place is free again, has three forms:
 *
 *     signal     the message and its signal are one put (default)
 *     counter    as in the paper: a flag a PE, and a counter of calls. Before it puts, a PE waits
 *                until the other has entered the same call, and so has taken what came before
 *     naive      the flag without the counter, which is wrong: see below
 *     delay      with any of these: PEs dawdle, PE 1 so that its neighbours overtake it
 *
 * Why `signal` needs no counter. Links 2a and 2a + 1 join A and B along axis a, B on the high side.
 *
 *     1. B takes the message on 2a. In the next call it sends on 2a + 1.
 *     2. A takes that one before it sends on 2a again: what it sent before has been taken.
 *     3. A takes the message on 2a + 1. In the next call of that axis it sends on 2a.
 *     4. B takes that one before it sends on 2a + 1 again.
 *
 * A place for the mesh is free when its answer has come; one for an answer, when the next question
 * has.
 *
 * Why `naive` fails. The flag says that something has come, not what. A neighbour that is a call
 * ahead raises the same flag. Then PE 1 takes a place that is still empty. Or both raise the flag
 * before PE 1 looks, and it waits for the second for ever. Here each sender also counts what it has
 * raised, so that PE 1 can say so and end the job. */
#include <sched.h>
#include <shmem.h>
#include <unistd.h>

#include "../apps/md_halo/md_halo.h"

enum form { FORM_SIGNAL, FORM_COUNTER, FORM_NAIVE };

static enum form form;
static int delayed;
static char *place; /* a message for each link */
static size_t capacity;
static int links;
static size_t unfit;
static uint64_t *arrived; /* by link: call and size of the last message */
static shmem_team_t group;

/* Of the forms with a flag. */
static int flag = -1;
static int entered;    /* the call that this PE is in */
static long raised;    /* how often the flag has been raised here */
static long overtaken; /* calls in which PE 1 was overtaken */

int wire_me(void) {
    return shmem_my_pe();
}
int wire_ranks(void) {
    return shmem_n_pes();
}
void wire_barrier(void) {
    shmem_barrier_all();
}
size_t wire_unfit(void) {
    return unfit;
}
size_t wire_capacity(void) {
    return capacity;
}

static void *memory_of(void *memory, size_t bytes) {
    if (memory) return memory;
    fprintf(stderr, "no symmetric memory for %zu bytes\n", bytes);
    shmem_global_exit(1);
    return NULL;
}

void wire_open(int particles, int count, size_t bytes) {
    const int others = shmem_n_pes() - particles;
    shmem_team_t first;
    shmem_team_t second = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, particles, NULL, 0, &first);
    if (others) shmem_team_split_strided(SHMEM_TEAM_WORLD, particles, 1, others, NULL, 0, &second);
    group = shmem_my_pe() < particles ? first : second;
    links = count;
    arrived = memory_of(shmem_calloc((size_t)links, sizeof *arrived), (size_t)links * sizeof *arrived);
    wire_grow(bytes);
}

void wire_grow(size_t bytes) {
    shmem_free(place);
    place = memory_of(shmem_malloc(bytes * (size_t)links), bytes * (size_t)links);
    capacity = bytes;
    unfit = 0;
}

static char *place_of(int link) {
    return place + (size_t)link * capacity;
}

/* What does not fit is not sent. */
static size_t fitting(size_t size) {
    if (size <= capacity) return size;
    unfit = size > unfit ? size : unfit;
    return 0;
}

/* ---- delays ---- */

static void dawdle(long call) {
    if (delayed && (call * 31 + shmem_my_pe() * 17) % 13 == 0) usleep((useconds_t)(call % 5) * 100);
}

/* PE 1 waits until its neighbour of the next call has raised the flag, too. With the counter no
 * neighbour does. */
static void be_overtaken(long call) {
    if (!delayed || shmem_my_pe() != 1 || call != 1) return;
    const int looks = form == FORM_NAIVE ? -1 : 20;
    for (int look = 0; look != looks && shmem_long_atomic_fetch(&raised, 1) <= call; look++)
        usleep(1000);
    overtaken += shmem_long_atomic_fetch(&raised, 1) > call;
}

/* ---- a flag, with and without the counter ---- */

static void flag_lost(long call, const char *what) {
    fprintf(stderr, "md_halo: PE %d, call %ld: %s\n", shmem_my_pe(), call, what);
    shmem_global_exit(1);
}

/* The flag is raised as often as messages have come. Once `call` have, and it is down, one was
 * lowered with another. */
static void flag_await(long call) {
    if (form != FORM_NAIVE) return shmem_int_wait_until(&flag, SHMEM_CMP_NE, -1);
    while (shmem_int_atomic_fetch(&flag, shmem_my_pe()) == -1)
        if (shmem_long_atomic_fetch(&raised, shmem_my_pe()) >= call &&
            shmem_int_atomic_fetch(&flag, shmem_my_pe()) == -1)
            flag_lost(call, "the flag was raised for it, and lowered with that of another call");
}

static void flag_raise(int to) {
    shmem_fence();
    shmem_int_atomic_set(&flag, 1, to);
    if (!delayed && form != FORM_NAIVE) return;
    shmem_fence();
    shmem_long_atomic_inc(&raised, to);
}

static void exchange_by_flag(long call, int link, const void *items, size_t size, int to) {
    shmem_int_atomic_set(&entered, (int)call, shmem_my_pe());
    while (form == FORM_COUNTER && shmem_int_atomic_fetch(&entered, to) < (int)call)
        sched_yield();
    if (size) shmem_putmem(place_of(link), items, size, to);
    shmem_uint64_atomic_set(&arrived[link], (uint64_t)call << 32 | size, to);
    flag_raise(to);
    be_overtaken(call);
    flag_await(call);
    shmem_int_atomic_set(&flag, -1, shmem_my_pe());
    shmem_quiet();
}

/* ---- messages ---- */

static struct wire_message message_of(int link, uint64_t mark) {
    return (struct wire_message){place_of(link), (size_t)(mark & 0xffffffff)};
}

void wire_post(long call, int link, const void *items, size_t size, int to) {
    const size_t sent = fitting(size);
    const uint64_t mark = (uint64_t)call << 32 | sent;
    dawdle(call);
    if (form == FORM_SIGNAL)
        shmem_putmem_signal(place_of(link), items, sent, &arrived[link], mark, SHMEM_SIGNAL_SET, to);
    else {
        if (sent) shmem_putmem(place_of(link), items, sent, to);
        shmem_fence();
        shmem_uint64_atomic_set(&arrived[link], mark, to);
    }
}

struct wire_message wire_take(long call, int link, int from) {
    (void)from;
    dawdle(call);
    return message_of(link, shmem_signal_wait_until(&arrived[link], SHMEM_CMP_GE, (uint64_t)call << 32));
}

struct wire_message wire_exchange(long call, int link, const void *items, size_t size, int to, int from) {
    if (form == FORM_SIGNAL) {
        wire_post(call, link, items, size, to);
        return wire_take(call, link, from);
    }
    dawdle(call);
    exchange_by_flag(call, link, items, fitting(size), to);
    const uint64_t mark = shmem_uint64_atomic_fetch(&arrived[link], shmem_my_pe());
    if ((long)(mark >> 32) != call) flag_lost(call, "its flag was that of another call, and its place is still empty");
    return message_of(link, mark);
}

void wire_swap(long call, int link, const void *items, size_t size, int to, int from) {
    wire_exchange(call, link, items, size, to, from);
}

/* ---- sums ---- */

double *wire_shared(int count) {
    const size_t bytes = (size_t)count * sizeof(double);
    return memory_of(shmem_malloc(bytes), bytes);
}

void wire_sum(double *values, int count, enum wire_group which) {
    const shmem_team_t team = which == WIRE_ALL ? SHMEM_TEAM_WORLD : group;
    shmem_double_sum_reduce(team, values, values, (size_t)count);
}

int main(int words, char **word) {
    form = program_form(words, word, "counter") ? FORM_COUNTER
           : program_form(words, word, "naive") ? FORM_NAIVE
                                                : FORM_SIGNAL;
    delayed = program_form(words, word, "delay");
    shmem_init();
    const char class = program_class(words, word, 'W');
    const double wrong = md_halo_run(words, word, class);
    if (form == FORM_COUNTER && overtaken) flag_lost(1, "a neighbour has overtaken it");
    const int status = md_halo_verdict(class, wrong, shmem_my_pe());
    shmem_finalize();
    return status;
}
