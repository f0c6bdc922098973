// offsetof of shared structures: the offset does not depend on the qualifier.
#include <stddef.h>
struct s { char c; struct { int x, y[3]; } in; };
typedef shared [4] struct s shared_s;
shared struct s v;
_Static_assert(offsetof(shared struct s, in.y[2]) == offsetof(struct s, in.y[2]), "shared");
_Static_assert(offsetof(shared_s, in) == 4 && offsetof(typeof(v), in.x) == 4, "typedef");
size_t f(void) { return offsetof(shared_s, in.y) + offsetof(shared struct s, c); }
