// 6.5.1.1p2: strict and relaxed need shared in the same list.
strict int a; // error: 'strict' or 'relaxed' on 'int', which is not shared
relaxed int *p; // error: 'strict' or 'relaxed' on 'int', which is not shared
shared int *strict q; // error: 'strict' or 'relaxed' on 'shared int *', which is not shared
