// type: record_decl 'struct plain' plain size 16 align 8
// type: record_decl 'struct tight' tight size 5 align 1
// type: record_decl 'struct bits' bits size 8 align 4
// type: record_decl 'union either' either size 8 align 8
// type: record_decl 'struct tail' tail size 4 align 4
struct plain { char a; long b; };
struct __attribute__((packed)) tight { char a; int b; };
struct bits { unsigned a : 3, b : 30; signed c : 2; };
union either { int i; double d; };
struct tail { int n; char rest[]; };
