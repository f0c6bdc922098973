struct s;
unsigned long a = upc_localsizeof(shared void); // error: operand of upc_localsizeof has incomplete type 'shared void'
unsigned long b = upc_elemsizeof(shared struct s); // error: operand of upc_elemsizeof has incomplete type 'shared struct s'
unsigned long c = sizeof(shared void); // error: operand of sizeof has incomplete type 'shared void'
