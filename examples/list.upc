// Lists: a hash table over all threads, made of linked lists whose nodes live with whoever inserted
// them.
//
// A link is a pointer-to-shared: `shared [] node *` (the [] says that it points to one object, not
// into an array dealt out to the threads). It may stand in shared memory itself, and the node it
// points to may be anywhere; following it is the same whoever owns the node. Every list has its own
// lock, so that threads which touch different lists do not wait for each other.
#include <stdio.h>
#include <upc.h>

#define LISTS_PER_THREAD 16
#define LISTS (LISTS_PER_THREAD * THREADS)
#define KEYS 2000 // each thread enters this many, half of them the same ones as its neighbour

typedef struct node {
    unsigned long key;
    int count;
    shared [] struct node *next;
} node;
typedef shared [] node *link;

shared link head[LISTS];
upc_lock_t *shared lock[LISTS]; // a shared array of pointers to locks

static unsigned long mix(unsigned long x)
{
    x *= 0x9e3779b97f4a7c15ul;
    return x ^ x >> 29;
}

// Counts one occurrence of the key.
static void enter(unsigned long key)
{
    const int h = (int)(mix(key) % LISTS);
    upc_lock(lock[h]);
    link p = head[h];
    while (p != NULL && p->key != key) p = p->next;
    if (p != NULL) {
        p->count++;
    } else {
        p = upc_alloc(sizeof(node)); // with affinity to the calling thread
        p->key = key;
        p->count = 1;
        p->next = head[h];
        head[h] = p;
    }
    upc_unlock(lock[h]);
}

static int occurrences(unsigned long key)
{
    for (link p = head[mix(key) % LISTS]; p != NULL; p = p->next)
        if (p->key == key) return p->count;
    return 0;
}

int main(void)
{
    upc_forall (int i = 0; i < LISTS; i++; &lock[i]) lock[i] = upc_global_lock_alloc(); // a lock near its list
    upc_barrier;
    for (int k = 0; k < KEYS; k++) enter((unsigned long)MYTHREAD * (KEYS / 2) + k);
    upc_barrier;

    // Keys of the first and the last half block were entered once, all others twice; and nothing
    // else is in the lists.
    int status = 0;
    if (MYTHREAD == THREADS - 1) {
        const unsigned long end = (unsigned long)(THREADS + 1) * (KEYS / 2);
        long nodes = 0, near = 0;
        for (unsigned long key = 0; key < end; key++) {
            const int expected = key < KEYS / 2 || key >= end - KEYS / 2 ? 1 : 2;
            if (occurrences(key) != expected) status = 1;
        }
        for (int h = 0; h < LISTS; h++)
            for (link p = head[h]; p != NULL; p = p->next) {
                nodes++;
                near += upc_threadof(p) == (size_t)MYTHREAD;
            }
        printf("%ld nodes in %d lists, %ld of them with thread %d\n", nodes, LISTS, near, MYTHREAD);
        if (nodes != (long)end) status = 1;
        puts(status ? "FAIL: some key was lost or counted wrongly" : "PASS: every key was counted");
    }
    upc_barrier;
    upc_forall (int i = 0; i < LISTS; i++; &head[i]) {
        for (link p = head[i], next; p != NULL; p = next) {
            next = p->next;
            upc_free(p);
        }
        upc_lock_free(lock[i]);
    }
    return status;
}
