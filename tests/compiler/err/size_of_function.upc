void g(void);
unsigned long a = upc_elemsizeof(g); // error: operand of upc_elemsizeof is a function (have 'void (void)')
unsigned long b = upc_blocksizeof(int(void)); // error: operand of upc_blocksizeof is a function (have 'int (void)')
unsigned long c(void) { return upc_localsizeof(*g); } // error: operand of upc_localsizeof is a function (have 'void (void)')
