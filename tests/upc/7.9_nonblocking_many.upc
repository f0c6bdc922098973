// Non-blocking copies: more than 65,536 transfers in flight at a time, with explicit handles
// completed in another order than begun and tested more than once, and with implicit ones; some of
// length zero, some from one source; all kinds between all threads.
#include "check.h"
#include <string.h>
#include <upc_nb.h>

#define MOST 70000
#define SIZE 5

shared [] char *shared there[THREADS];
static upc_handle_t handles[MOST];
static char mine[MOST * SIZE], got[MOST * SIZE];
static long many; // fewer where many threads share few cores and a link

static char letter(long i, int thread) { return (char)('A' + (i * 7 + thread * 3) % 58); }

static size_t length(long i) { return i % 11 ? SIZE : 0; }

static void explicit_handles(int to, int from)
{
    shared [] char *const target = there[to];
    for (long i = 0; i < many; i++) {
        memset(&mine[i * SIZE], letter(i, MYTHREAD), SIZE);
        handles[i] = i % 3 ? upc_memput_nb(target + i * SIZE, &mine[i * SIZE], length(i))
                           : upc_memset_nb(target + i * SIZE, letter(i, MYTHREAD), length(i));
    }
    for (long i = many - 1; i >= 0; i -= 2) upc_sync(handles[i]);
    for (long i = 0; i < many; i += 2)
        while (!upc_sync_attempt(handles[i])) continue;
    upc_barrier;
    for (long i = 0; i < many; i++) handles[i] = upc_memget_nb(&got[i * SIZE], there[MYTHREAD] + i * SIZE, SIZE);
    for (long i = 0; i < many; i++) upc_sync(handles[(i * 3) % many]); // 3 and many have no common factor
    for (long i = 0; i < many * SIZE; i++) CHECK_EQ(got[i], length(i / SIZE) ? letter(i / SIZE, from) : 0);
    upc_barrier;
}

static void implicit_handles(int to, int from)
{
    shared [] char *const target = there[to], *const own = there[MYTHREAD];
    CHECK(upc_synci_attempt());
    upc_synci();
    for (long i = 0; i < many; i++) {
        if (i % 3 == 0) upc_memset_nbi(target + i * SIZE, letter(i, MYTHREAD), SIZE);
        else upc_memput_nbi(target + i * SIZE, &mine[i / 2 * 2 * SIZE], SIZE);
    }
    while (!upc_synci_attempt()) continue;
    upc_barrier;
    upc_memget_nbi(got, own, many * SIZE / 2);
    upc_memget_nbi(got + many * SIZE / 2, own + many * SIZE / 2, many * SIZE / 2);
    upc_synci();
    for (long i = 0; i < many; i++) CHECK_EQ(got[i * SIZE + SIZE - 1], letter(i % 3 ? i / 2 * 2 : i, from));
    upc_barrier;
    upc_handle_t one = upc_memcpy_nb(target, own + 10 * SIZE, SIZE);
    upc_memcpy_nbi(target + SIZE, own + 10 * SIZE, SIZE);
    upc_synci();
    upc_sync(one);
    upc_barrier;
    for (int i = 0; i < 2 * SIZE; i++) CHECK_EQ(there[MYTHREAD][i], letter(10, (from + THREADS - 1) % THREADS));
}

int main(void)
{
    const int to = (MYTHREAD + 1) % THREADS, from = (MYTHREAD + THREADS - 1) % THREADS;
    many = THREADS > 2 ? often(MOST, 10) : MOST;
    there[MYTHREAD] = upc_alloc(sizeof mine);
    upc_memset(there[MYTHREAD], 0, sizeof mine);
    upc_barrier;
    CHECK_EQ(sizeof(upc_handle_t) && !UPC_COMPLETE_HANDLE, 1);
    upc_sync(UPC_COMPLETE_HANDLE);
    CHECK(upc_sync_attempt(UPC_COMPLETE_HANDLE));
    explicit_handles(to, from);
    implicit_handles(to, from);
    PASS();
    return 0;
}
