/* Two trees of tasks. Fibonacci numbers, where each call is a task, as small as tasks get. Queens
 * on a board, where each queen of the first rows is one.
 *
 *     S fib(22), 8 queens; A fib(32), 12 queens */
#ifndef BENCH_TASKS_H
#define BENCH_TASKS_H

#include "../../apps/board.h"

/* 0: no such class. */
static inline long tasks_fib(char class_name) {
    return class_name == 'S' ? 22 : class_name == 'A' ? 32 : 0;
}
static inline long tasks_fib_is(char class_name) {
    return class_name == 'S' ? 17711 : 2178309;
}

/* Rows whose queens are tasks; the rest of the board is searched by one. */
enum { TASKS_ROWS = 5 };

struct tasks_board {
    unsigned board;
    unsigned columns; /* taken, as bits; the diagonals as seen from the next row */
    unsigned left;
    unsigned right;
};

static inline struct tasks_board tasks_put(struct tasks_board b, unsigned bit) {
    struct tasks_board next;
    next.board = b.board;
    next.columns = b.columns | bit;
    next.left = (b.left | bit) << 1;
    next.right = (b.right | bit) >> 1;
    return next;
}
static inline unsigned tasks_free(struct tasks_board b) {
    return ~(b.columns | b.left | b.right) & b.board;
}

#endif
