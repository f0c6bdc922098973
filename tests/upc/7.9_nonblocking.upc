// Non-blocking copies (optional library): explicit and implicit handles move what the blocking
// functions move.
#include "check.h"
#include <string.h>
#include <upc_nb.h>

#define N 300

shared [N] char from[N * THREADS], to[N * THREADS];

int main(void)
{
    const int next = (MYTHREAD + 1) % THREADS;
    char mine[N], got[N];
    upc_handle_t handles[4] = {UPC_COMPLETE_HANDLE};
    upc_sync(handles[0]);
    CHECK(upc_sync_attempt(UPC_COMPLETE_HANDLE));
    memset(mine, 'a' + MYTHREAD, N);
    for (int explicit = 0; explicit < 2; explicit++) {
        if (explicit) {
            handles[0] = upc_memput_nb(&from[N * next], mine, N);
            upc_sync(handles[0]);
        } else {
            upc_memput_nbi(&from[N * next], mine, N);
            upc_synci();
        }
        upc_barrier;
        if (explicit) {
            handles[1] = upc_memcpy_nb(&to[N * MYTHREAD], &from[N * next], N - 1);
            handles[2] = upc_memset_nb(&to[N * MYTHREAD + N - 1], '!', 1);
            handles[3] = upc_memget_nb(got, &from[N * MYTHREAD], N);
            while (!upc_sync_attempt(handles[1])) continue;
            upc_sync(handles[2]);
            upc_sync(handles[3]);
        } else {
            upc_memcpy_nbi(&to[N * MYTHREAD], &from[N * next], N - 1);
            upc_memset_nbi(&to[N * MYTHREAD + N - 1], '!', 1);
            upc_memget_nbi(got, &from[N * MYTHREAD], N);
            while (!upc_synci_attempt()) continue;
        }
        for (int i = 0; i < N; i++) {
            CHECK_EQ(to[N * MYTHREAD + i], i < N - 1 ? 'a' + MYTHREAD : '!');
            CHECK_EQ(got[i], 'a' + (MYTHREAD + THREADS - 1) % THREADS);
        }
        upc_barrier;
        upc_memset(&from[N * MYTHREAD], 0, N);
        upc_memset(&to[N * MYTHREAD], 0, N);
        upc_barrier;
    }
    CHECK_EQ(__UPC_NB__, 1);
    PASS();
    return 0;
}
