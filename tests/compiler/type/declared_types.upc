// type: var_decl 'shared int [10*THREADS]' a
// type: var_decl 'shared [4] double [4*THREADS]' b
// type: var_decl 'shared [] int *' p
// type: var_decl 'shared int *shared' both
// type: var_decl 'shared [2] int [3][THREADS]' c
// type: var_decl 'strict shared int' flag
shared int a[10 * THREADS];
shared [4] double b[4 * THREADS];
shared [] int *p;
shared int *shared both;
shared [2] int c[3][THREADS];
strict shared int flag;
