struct a { struct a { int x; } y; };
union u { struct { union u { int x; } y; } z; };
enum e { f = sizeof(enum e { g }) };
struct b { int x[sizeof(struct b { int y; })]; };
