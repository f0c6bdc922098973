/* The search that both sides of the queens benchmark share. It counts the ways to put as many
 * queens on a board as the board has rows, so that no queen attacks another one.
 *
 *     S 8 queens, W 10, A 12 */
#ifndef BENCH_BOARD_H
#define BENCH_BOARD_H

#include "program.h"

/* 0: no such class. */
static inline int queens_of(char class) {
    return class == 'S' ? 8 : class == 'W' ? 10 : class == 'A' ? 12 : 0;
}
static inline long queens_solutions(char class) {
    return class == 'S' ? 92 : class == 'W' ? 724 : 14200;
}

/* Columns and diagonals taken so far, as bits, seen from the next row. */
static inline long board_count(unsigned board, unsigned columns, unsigned left, unsigned right) {
    unsigned free = ~(columns | left | right) & board;
    long found = columns == board;
    while (free) {
        const unsigned bit = free & -free;
        free ^= bit;
        found += board_count(board, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

/* Task t puts queens into the first two rows; 0 if they attack each other. */
static inline long board_task(int queens, int task) {
    const unsigned first = 1u << task / queens;
    const unsigned second = 1u << task % queens;
    if ((first | first << 1 | first >> 1) & second) return 0;
    return board_count((1u << queens) - 1, first | second, ((first << 1) | second) << 1, ((first >> 1) | second) >> 1);
}

#endif
