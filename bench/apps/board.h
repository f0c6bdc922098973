/* The search both sides of the queens benchmark share: counts the ways to put the queens still missing on a board. */
#ifndef BENCH_BOARD_H
#define BENCH_BOARD_H

enum { QUEENS = 12, QUEENS_SOLUTIONS = 14200, TASKS = QUEENS * QUEENS };

/* Columns and diagonals taken so far, as bits, seen from the next row. */
static inline long board_count(unsigned columns, unsigned left, unsigned right) {
    unsigned free = ~(columns | left | right) & ((1u << QUEENS) - 1);
    long found = columns == (1u << QUEENS) - 1;
    while (free) {
        const unsigned bit = free & -free;
        free ^= bit;
        found += board_count(columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

/* Task t puts queens into the first two rows; 0 if they attack each other. */
static inline long board_task(int task) {
    const unsigned first = 1u << task / QUEENS, second = 1u << task % QUEENS;
    if ((first | first << 1 | first >> 1) & second) return 0;
    return board_count(first | second, ((first << 1) | second) << 1, ((first >> 1) | second) >> 1);
}

#endif
