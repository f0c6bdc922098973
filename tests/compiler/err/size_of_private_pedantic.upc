// flags: -pedantic-errors
int x, *p;
shared int *q;
unsigned long a = upc_localsizeof(x); // error: operand of upc_localsizeof is not shared (have 'int')
unsigned long b = upc_blocksizeof(int *); // error: operand of upc_blocksizeof is not shared (have 'int *')
unsigned long c = upc_elemsizeof(q); // error: operand of upc_elemsizeof is not shared (have 'shared int *')
unsigned long d = upc_blocksizeof(*q);
