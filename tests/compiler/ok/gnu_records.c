struct empty {};
_Static_assert(sizeof(struct empty) == 0, "");
struct zero { int n; int tail[0]; };
struct flex { int n; double tail[]; };
_Static_assert(sizeof(struct flex) == 8, "");
struct outer {
    int a;
    struct { int b; union { int c; float d; }; };
    struct inner { int e; } f, *g;
    unsigned bits : 3, : 5, more : 9;
    unsigned : 0;
    signed last : 2;
    _Bool flag : 1;
    enum { red, green = 5, blue } colour : 4;
    struct outer *next;
    int (*call)(struct outer *, int);
};
typedef struct { int x; } anonymous, *anonymous_pointer;
typedef struct list list;
struct list { list *next; anonymous value; };
struct incomplete;
extern struct incomplete hidden;
struct incomplete *pass(struct incomplete *p) { return p ? p : &hidden; }
struct incomplete { int now; };
typedef union { int *i; float *f; } either __attribute__((transparent_union));
int take(either e) { return *e.i; }
int use(struct outer *o, struct inner i, anonymous_pointer p, list l) {
    int n = 3;
    float x = 1;
    o->c = o->b + o->next->f.e + i.e + p->x + l.next->value.x + o->bits + (o->colour == blue);
    o->bits = o->more++;
    o->bits += 2;
    return o->call(o, take(&n) + take(&x)) + (struct outer){.d = 2}.c;
}
union cast { int i; float f; };
float bits(int i) { return ((union cast)i).f; }
#pragma pack(push, 1)
struct tight { char a; int b; };
#pragma pack(2)
struct two { char a; int b; };
#pragma pack(pop)
struct wide { char a; int b; };
_Static_assert(sizeof(struct tight) == 5 && sizeof(struct two) == 6 && sizeof(struct wide) == 8, "");
