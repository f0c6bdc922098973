// 6.5.1.1p3: no shared type qualifier in the specifiers of a member.
struct s {
    shared int x; // error: structure member has shared type 'shared int'; qualify the whole structure instead
    shared int *p;
    int *shared q; // error: structure member has shared type 'int * shared'; qualify the whole structure instead
    shared [] int *shared_ok;
};
