// The game of life without the barrier behind a generation: a row is read while its neighbour goes
// on.
// threads: 4
// static: 4
#include <upc.h>
#include <stdio.h>

#define SIDE 32
#define BAND (SIDE / 4)

shared [BAND * SIDE] char world[2][SIDE][SIDE];

int main(void)
{
    for (int row = MYTHREAD * BAND; row < (MYTHREAD + 1) * BAND; row++)
        for (int column = 0; column < SIDE; column++)
            world[0][row][column] = (row * column + row) % 3 == 0;
    upc_barrier;
    for (int time = 0; time < 4; time++) {
        for (int row = MYTHREAD * BAND; row < (MYTHREAD + 1) * BAND; row++)
            for (int column = 0; column < SIDE; column++) {
                int alive = 0;
                for (int y = -1; y <= 1; y++)
                    for (int x = -1; x <= 1; x++)
                        alive += world[time % 2][(row + y + SIDE) % SIDE][(column + x + SIDE) % SIDE]; // race
                const int me = world[time % 2][row][column];
                world[1 - time % 2][row][column] = alive - me == 3 || (me && alive - me == 2); // race
            }
#ifndef RACY
        upc_barrier;
#endif
    }
    return 0;
}
