// flags: -Wno-unknown-warning-option -Wno-deprecated-non-prototype -Wno-tautological-pointer-compare
// Names, scopes and odd places for UPC's qualifiers.
int shared const_after_pointer_target;
const shared int first_const, *p_const;
shared struct point {
    int x, y;
} origin, *points;
typedef struct point point_t;
shared point_t many[THREADS];
struct forward;
shared struct forward *opaque;
shared struct forward *give(shared struct forward *p) { return p; }
shared int *(*function_pointer)(shared int *, shared [2] double *);
shared int *(*table[2])(int);
shared enum color { red, green } hue;
static shared [2] const char *names;
void prototype_scope(int n, shared int a[n], shared [] double b[][3]);
int kr(p, n)
shared int *p;
int n;
{
    return p[n];
}
int shadow(void) {
    int origin = 1;
    {
        extern shared struct point origin;
        origin.x = 2;
    }
    typedef shared int local_t;
    local_t *p = 0;
    static local_t q;
    p = &q;
    for (shared int *i = p; i == 0;)
        return *i;
    return origin + ({
               shared int *inner = p;
               *inner;
           });
}
__typeof__(origin) *again = &origin;
__typeof__(&origin) once_more = &origin;
__typeof__(shared [2] int *) two;
int main(void) {
    _Bool b = points;
    hue = green;
    origin = (struct point){1, 2};
    struct point copy = *points;
    points->x = copy.y, (*points).y = copy.x;
    many[0] = many[1] = copy;
    return b && kr(&points[0].x == 0 ? (shared int *)0 : p_const == 0 ? 0 : (shared int *)p_const, 0) ? sizeof origin : (int)(long)opaque;
}
