/* The game of life on a torus: the twin of life.upc. */
#include "../unseen.h"

#define WIDTH 200

typedef unsigned char *board_t;

int neighbours(board_t board, int height, int i, int j)
{
    int di, dj, count = 0;

    for (di = -1; di <= 1; di++)
        for (dj = -1; dj <= 1; dj++)
            if (di != 0 || dj != 0)
                count += board[(i + di + height) % height * WIDTH + (j + dj + WIDTH) % WIDTH];
    return count;
}

void generation(board_t from, board_t to, int height)
{
    int i, j, count;

#pragma omp parallel for DEALT(1) private(j, count)
    for (i = 0; i < height; i++)
        for (j = 0; j < WIDTH; j++) {
            count = neighbours(from, height, i, j);
            to[i * WIDTH + j] = count == 3 || (count == 2 && from[i * WIDTH + j]);
        }
}

int main(int argc, char **argv)
{
    int height = unseen_size(argc, argv, 1, 300), generations = unseen_size(argc, argv, 2, 30);
    int i, j, g;
    double start, end, sum = 0;
    board_t board[2];

    board[0] = malloc(height * WIDTH);
    board[1] = malloc(height * WIDTH);
    srand(1);
    for (i = 0; i < height * WIDTH; i++) {
        board[0][i] = rand() % 3 == 0;
        board[1][i] = 0;
    }
    start = unseen_clock();
    for (g = 0; g < generations; g++)
        generation(board[g % 2], board[(g + 1) % 2], height);
    end = unseen_clock();
    for (i = 0; i < height; i++)
        for (j = 0; j < WIDTH; j++)
            sum += board[generations % 2][i * WIDTH + j] * (1 + (i + j) % 10);
    unseen_print("life", end - start, sum);
    return 0;
}
