// flags: -fupc-threads=4
// type: size_expr 'unsigned long' of 'shared [3] int [28]'
// type: var_decl 'char [112]' whole
// type: var_decl 'char [36]' local
// type: var_decl 'char [3]' block
// type: var_decl 'char [4]' element
shared [3] int a[7 * THREADS];
char whole[sizeof a], local[upc_localsizeof a], block[upc_blocksizeof a], element[upc_elemsizeof a];
