#include "functions.h"
extern inline int common(void);

int other(shared int *a) { return twice(shared_sum(a, 3 * THREADS)); }
int (*other_common(void))(void) { return common; }
