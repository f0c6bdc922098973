/* Sobel's edge detection: the brightness of a pixel of the result is the steepness of the image
 * there, from its 8 neighbours. Both sides share the image and the last step of a pixel. The image
 * is a formula, so every pixel of the result can be checked.
 *
 *     S 16 rows of 1024 pixels, W 1024 rows, A 4096 rows */
#ifndef BENCH_SOBEL_H
#define BENCH_SOBEL_H

#include "../../apps/program.h"

enum { SOBEL_WIDTH = 1024 };

/* 0: no such class. */
static inline int sobel_rows(char class) {
    return class == 'S' ? 16 : class == 'W' ? 1024 : class == 'A' ? 4096 : 0;
}

static inline unsigned char sobel_pixel(int row, int column) {
    const unsigned mixed = (unsigned)row * 2654435761U ^ (unsigned)column * 2246822519U;
    return (unsigned char)(mixed >> 24) / 4 + (unsigned char)(row + column) / 2;
}

static inline unsigned char sobel_edge(int across, int down) {
    const int steep = abs(across) + abs(down);
    return (unsigned char)(steep < 255 ? steep : 255);
}

/* The pixel of the result, from the formula. */
static inline unsigned char sobel_expected(int row, int column) {
    int across = 0;
    int down = 0;
    for (int d = -1; d <= 1; d++) {
        const int weight = d ? 1 : 2;
        across += weight * (sobel_pixel(row + d, column + 1) - sobel_pixel(row + d, column - 1));
        down += weight * (sobel_pixel(row + 1, column + d) - sobel_pixel(row - 1, column + d));
    }
    return sobel_edge(across, down);
}

typedef unsigned char sobel_row_t[SOBEL_WIDTH];

/* Row r of the result, in memory of one's own: what the references in C are made of. */
static inline void sobel_row(sobel_row_t *edge, sobel_row_t *image, int r) {
    for (int c = 1; c < SOBEL_WIDTH - 1; c++) {
        const int across = image[r - 1][c + 1] - image[r - 1][c - 1] + 2 * (image[r][c + 1] - image[r][c - 1]) +
                           image[r + 1][c + 1] - image[r + 1][c - 1];
        const int down = image[r + 1][c - 1] - image[r - 1][c - 1] + 2 * (image[r + 1][c] - image[r - 1][c]) +
                         image[r + 1][c + 1] - image[r - 1][c + 1];
        edge[r][c] = sobel_edge(across, down);
    }
}

#endif
