// A pointer-to-shared is one word without a phase, two with one.
// type: record_decl 'struct one' one size 16 align 8
// type: record_decl 'struct two' two size 24 align 8
// type: record_decl 'struct three' three size 24 align 8
struct one { int a; shared int *p; };
struct two { int a; shared [4] int *p; };
struct three { int a; shared void *p; };
