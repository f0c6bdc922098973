// golden: Spans of loops inside loops; that of a pointer which never changes needs no look at it.
// In the general body what lies at the begin of its span is plain memory. Calls find the rest.
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
typedef shared [256] double *line_t;
line_t at_file_scope;
void other(void);
void stays(line_t to, line_t from, int rows, int n) {
    for (int r = 1; r < rows; r++)
        for (int i = 1; i < n - 1; i++)
            to[r * n + i] = from[(r - 1) * n + i] + from[r * n + i - 1] + from[r * n + i + 1];
}
void changes(line_t to, int rows, int n) {
    for (int r = 1; r < rows; r++) {
        for (int i = 0; i < n; i++) to[r * n + i] = at_file_scope[r * n + i];
        other();
        to++;
    }
}
