// flags: -lm
//
// Heat: conduction in a rectangular plate whose edge is kept at temperature 0.
//
// Each thread owns ROWS neighbouring rows of the plate (block size ROWS * COLS). One step replaces
// each point by a mean with its four neighbours; only the first and last row of a thread need a row
// of somebody else, and these are read as any other
// element: the program says nowhere who owns what. Two copies of the plate take turns, so that one barrier a step is enough.
//
// The result is checked against theory: a sine-shaped start keeps its shape and shrinks by the same
// known factor each step.
#include <math.h>
#include <stdio.h>
#include <upc.h>

#define ROWS 24
#define COLS 40
#define STEPS 500
#define RATE 0.2 // conductivity * time step / distance^2; above 0.25 the method explodes

shared [ROWS * COLS] double plate[2][ROWS * THREADS][COLS];
shared double worst[THREADS];

static double start(int i, int j)
{
    const double pi = acos(-1.0);
    return sin(pi * (i + 1) / (ROWS * THREADS + 1)) * sin(pi * (j + 1) / (COLS + 1));
}

// Temperature of a point of plate `p`; outside it is the cold edge.
static double at(int p, int i, int j)
{
    return i < 0 || i >= ROWS * THREADS || j < 0 || j >= COLS ? 0 : plate[p][i][j];
}

int main(void)
{
    const double pi = acos(-1.0);
    int now = 0;

    upc_forall (int i = 0; i < ROWS * THREADS; i++; &plate[0][i][0])
        for (int j = 0; j < COLS; j++) plate[now][i][j] = start(i, j);
    upc_barrier;

    for (int step = 0; step < STEPS; step++) {
        upc_forall (int i = 0; i < ROWS * THREADS; i++; &plate[0][i][0])
            for (int j = 0; j < COLS; j++) {
                const double flow = at(now, i - 1, j) + at(now, i + 1, j) + at(now, i, j - 1) + at(now, i, j + 1);
                plate[1 - now][i][j] = plate[now][i][j] + RATE * (flow - 4 * plate[now][i][j]);
            }
        now = 1 - now;
        upc_barrier;
    }

    const double shrink = 1 - 2 * RATE * (2 - cos(pi / (ROWS * THREADS + 1)) - cos(pi / (COLS + 1)));
    const double factor = pow(shrink, STEPS);
    double mine = 0;
    upc_forall (int i = 0; i < ROWS * THREADS; i++; &plate[0][i][0])
        for (int j = 0; j < COLS; j++) mine = fmax(mine, fabs(plate[now][i][j] - factor * start(i, j)));
    worst[MYTHREAD] = mine;
    upc_barrier;

    if (MYTHREAD != 0) return 0;
    for (int t = 0; t < THREADS; t++) mine = fmax(mine, worst[t]);
    printf("%d x %d plate, %d steps: middle %.6f, theory says %.6f\n", ROWS * THREADS, COLS, STEPS,
           plate[now][ROWS * THREADS / 2][COLS / 2], factor * start(ROWS * THREADS / 2, COLS / 2));
    puts(mine < 1e-12 ? "PASS: every point agrees with theory" : "FAIL: some point is wrong");
    return mine < 1e-12 ? 0 : 1;
}
