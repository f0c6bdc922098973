// sanitize: not thread (the program races on purpose)
// Appendix B: loops that wait for a shared value to change end, whatever the waiting loop looks
// like, strict or relaxed, and whether or not there is a core for every thread.
#include "check.h"

strict shared int tight[THREADS];
shared int loose[THREADS];
struct node {
    int ready;
    shared [] struct node *next;
};
shared struct node nodes[THREADS];
shared int *shared place;

int main(void)
{
    const int left = (MYTHREAD + THREADS - 1) % THREADS, right = (MYTHREAD + 1) % THREADS;
    for (int round = 1; round <= 20; round++) { // a token goes round
        if (MYTHREAD != 0) while (tight[MYTHREAD] != round);
        tight[right] = round;
        if (MYTHREAD == 0) while (tight[0] != round);
    }
    for (int round = 1; round <= 20; round++) {
        if (MYTHREAD != 0) while (loose[MYTHREAD] < round) {}
        loose[right] = round;
        upc_fence;
        if (MYTHREAD == 0) do {} while (loose[0] != round);
    }
    for (int round = 1; round <= 20; round++) {
        if (MYTHREAD != 0) for (; nodes[MYTHREAD].ready != round; );
        nodes[right].ready = round;
        upc_fence;
        if (MYTHREAD == 0) do ; while (!(nodes[0].ready == round));
    }
    if (MYTHREAD == 0) place = &loose[0];
    while (place == NULL) {}
    CHECK(place == &loose[0]);
    (void)left;
    PASS();
    return 0;
}
