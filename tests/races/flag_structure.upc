// A structure as a flag, relaxed; strict it is right, though no instruction stores it.
// threads: 2
#include <upc.h>
#include <stdio.h>

typedef struct {
    long turn, of, work;
} Turn;
#ifdef RACY
relaxed shared Turn turn;
#else
strict shared Turn turn;
#endif

int main(void)
{
    if (MYTHREAD == 0) {
        turn = (Turn){1, 2, 3}; // race
    } else {
        Turn seen = turn; // race
        return seen.turn < 0;
    }
    return 0;
}
