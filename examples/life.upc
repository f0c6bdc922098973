// Life: Conway's game of life on a torus, printed as it goes.
//
// A glider flies over a world whose rows are dealt out to the threads one by one (block = one row),
// so that every row's neighbours live elsewhere. After 4 generations a glider is the same again,
// one place further down and right: that is the check. Shared data of type char, a world with two
// copies, and output by one thread.
#include <stdio.h>
#include <upc.h>

#define COLS 24
#define ROWS (8 * THREADS)
#define GENERATIONS 40

shared [COLS] char world[2][8 * THREADS][COLS];

static int neighbours(int w, int i, int j)
{
    int n = 0;
    for (int di = -1; di <= 1; di++)
        for (int dj = -1; dj <= 1; dj++)
            if (di || dj) n += world[w][(i + di + ROWS) % ROWS][(j + dj + COLS) % COLS];
    return n;
}

static void show(int w, int generation)
{
    printf("generation %d\n", generation);
    for (int i = 0; i < ROWS && i < 16; i++) {
        char line[COLS + 1];
        for (int j = 0; j < COLS; j++) line[j] = world[w][i][j] ? 'o' : '.';
        line[COLS] = 0;
        puts(line);
    }
}

int main(void)
{
    static const int glider[5][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
    int now = 0;

    if (MYTHREAD == 0) {
        for (int k = 0; k < 5; k++) world[now][glider[k][0]][glider[k][1]] = 1; // all else starts as 0
        show(now, 0);
    }
    upc_barrier;
    for (int generation = 0; generation < GENERATIONS; generation++) {
        upc_forall (int i = 0; i < ROWS; i++; &world[0][i][0])
            for (int j = 0; j < COLS; j++) {
                const int n = neighbours(now, i, j);
                world[1 - now][i][j] = n == 3 || (n == 2 && world[now][i][j]);
            }
        now = 1 - now;
        upc_barrier;
    }

    if (MYTHREAD != 0) return 0;
    show(now, GENERATIONS);
    int alive = 0, in_place = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++) alive += world[now][i][j];
    for (int k = 0; k < 5; k++)
        in_place += world[now][(glider[k][0] + GENERATIONS / 4) % ROWS][(glider[k][1] + GENERATIONS / 4) % COLS];
    if (alive != 5 || in_place != 5) {
        printf("FAIL: %d cells alive, %d where the glider must be\n", alive, in_place);
        return 1;
    }
    puts("PASS: the glider came where it must");
    return 0;
}
