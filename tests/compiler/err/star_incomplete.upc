extern shared [*] int a[]; // error: block size of [*] cannot be computed: the array is incomplete
extern shared [*] int b[][THREADS]; // error: block size of [*] cannot be computed: the array is incomplete
