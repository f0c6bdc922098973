// The head of a list is swapped in atomically, but its node filled behind that.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <unistd.h>
#include <upc_atomic.h>

typedef struct {
    int value;
} Node;
shared [] Node *shared head;
upc_atomicdomain_t *domain;

int main(void)
{
    shared [] Node *node = NULL;
    domain = upc_all_atomicdomain_alloc(UPC_PTS, UPC_SET | UPC_GET, 0);
    if (MYTHREAD == 0) {
        node = upc_alloc(sizeof(Node));
#ifdef RACY
        upc_atomic_strict(domain, NULL, UPC_SET, &head, &node, NULL);
        node->value = 1; // race
#else
        node->value = 1;
        upc_atomic_strict(domain, NULL, UPC_SET, &head, &node, NULL);
#endif
    } else {
        while (!node)
            upc_atomic_strict(domain, &node, UPC_GET, &head, NULL, NULL);
        usleep(1000); // no order; it keeps the accesses from one moment, which ThreadSanitizer misses
        return node->value < 0; // race
    }
    return 0;
}
