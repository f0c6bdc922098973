// flags: -w
struct point { int x, y; };
struct shape { struct point at; int colour[4]; const char *name; union { int i; float f; } u; };
struct point a = {.y = 2, .x = 1}, b = {y: 4, x: 3};
struct shape s = {.at.x = 1, .colour[2] = 7, .colour = {[0] = 1}, .name = "s", .u.f = 1.5f};
struct shape t = {{1, 2}, {1, 2, 3, 4}, "t", {5}}, flat = {1, 2, 3, 4, 5, 6, "flat", 7};
int table[] = {[0 ... 9] = 1, [20] = 2, 3, [5] = 9};
_Static_assert(sizeof table == 22 * sizeof(int), "");
int grid[][3] = {{1}, [2] = {[1 ... 2] = 4}, 5, 6, 7};
_Static_assert(sizeof grid / sizeof grid[0] == 4, "");
char text[] = "abc", braces[] = {"def"}, cut[2] = "gh", names[][4] = {"a", "bcd", {'e'}};
_Static_assert(sizeof text == 4 && sizeof braces == 4 && sizeof names == 12, "");
int empty[3] = {}, old[2] = {[0] 5, [1] 6};
struct { int n; int rest[]; } flexible = {2, {1, 2}};
const struct point *where = &(const struct point){1, 2};
int *numbers = (int[]){1, 2, 3};
union { struct { short lo, hi; }; int all; } word = {.lo = 1, .hi = 2};
int scalar = {5};
struct shape local(int n) {
    struct shape r = {.colour = {[1] = n, n + 1}, .at = (struct point){n, n}, .name = (char[]){'x', 0}};
    struct point q[] = {[1].x = n, [0] = {1, 2}, {3, 4}};
    return (struct shape){.at = q[1], .u = {.i = r.at.x}};
}
