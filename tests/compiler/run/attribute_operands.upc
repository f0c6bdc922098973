// Operands of attributes and of _Alignas may name what C does not know: types of UPC, its size
// operators, and objects that go out under another name. The C compiler gets their values.
#include <stddef.h>
#include <stdio.h>
#include <upc.h>

#define CHECK(x) ((x) ? (void)0 : (printf("line %d\n", __LINE__), upc_global_exit(1)))
#define LIES_AT(object, n) CHECK((size_t)&(object) % (n) == 0)
#define WIDE sizeof(shared [2] int *) // 16

// Objects, in front of the type and behind the name.
_Alignas(shared [2] int *) char by_type;
static _Alignas(4 * WIDE) char by_size;
int behind __attribute__((aligned(2 * WIDE)));
__attribute__((aligned(upc_blocksizeof(shared [64] int)))) int in_front;
int labelled __asm__("attribute_operands_label") __attribute__((aligned(WIDE)));
_Alignas(WIDE) static shared int *pointer, *other;

// Members, tags, typedefs.
struct members {
    char first;
    int second __attribute__((aligned(WIDE)));
    _Alignas(shared int *) char third;
    shared int *fourth __attribute__((aligned(2 * WIDE)));
    int width : sizeof(shared int *) __attribute__((aligned(WIDE)));
};
_Static_assert(offsetof(struct members, second) == 16 && offsetof(struct members, third) == 24, "members");
_Static_assert(offsetof(struct members, fourth) == 32 && sizeof(struct members) == 64, "members");

struct __attribute__((aligned(WIDE))) in_front_of_tag { char c; };
struct behind_body { char c; } __attribute__((aligned(2 * WIDE)));
union __attribute__((aligned(WIDE))) of_union { char c; };
struct outer {
    struct __attribute__((aligned(WIDE))) { char c; } a;
    struct { char c; } __attribute__((aligned(WIDE))) b;
};
shared struct __attribute__((aligned(WIDE))) of_shared { char c; } object;
struct __attribute__((aligned(64))) pointee { char c; } shared *to_pointee; // the tag's, not the pointer's
_Static_assert(sizeof(struct in_front_of_tag) == 16 && sizeof(struct behind_body) == 32, "tags");
_Static_assert(sizeof(union of_union) == 16 && sizeof(struct outer) == 32, "tags");
_Static_assert(sizeof(struct of_shared) == 16 && sizeof object == 16, "tags");

typedef int wide_int __attribute__((aligned(WIDE)));
typedef __attribute__((aligned(WIDE))) shared int *wide_pointer;
typedef int vector __attribute__((vector_size(sizeof(shared [2] int *))));
_Static_assert(__alignof__(wide_int) == 16 && __alignof__(wide_pointer) == 16, "typedefs");
_Static_assert(sizeof(vector) == 16, "a vector");

// Functions.
void *place(size_t n) __attribute__((assume_aligned(WIDE), alloc_size(sizeof(shared int *) / 8)));
shared int *nothing(void) __attribute__((aligned(WIDE)));
__attribute__((aligned(WIDE))) shared int *nothing(void) { return 0; }
static char memory[64] __attribute__((aligned(64)));
void *place(size_t n) { return n ? memory : 0; }

static int objects(void) {
    static int numbers[4];
    static shared int spread[4 * THREADS];
    static char beside __attribute__((aligned(sizeof numbers)));
    static char mine __attribute__((aligned(upc_localsizeof(spread))));
    _Alignas(shared [2] int *) char local;
    for (_Alignas(shared [2] int *) int i = 0; i < 2; i++) LIES_AT(i, 8);
    int *__attribute__((aligned(WIDE))) star = numbers;
    LIES_AT(beside, 16);
    LIES_AT(mine, 16);
    LIES_AT(local, 8);
    numbers[0] = beside = mine = local = 1;
    return *star;
}

int main(void) {
    LIES_AT(by_type, 8);
    LIES_AT(by_size, 64);
    LIES_AT(behind, 32);
    LIES_AT(in_front, 64);
    LIES_AT(labelled, 16);
    LIES_AT(pointer, 16);
    LIES_AT(other, 16);
    CHECK(_Alignof(struct { _Alignas(shared [2] int *) char c; }) == 8);
    CHECK(__alignof__(to_pointee) == sizeof to_pointee);
    vector v = {1, 2, 3, 4};
    CHECK((v + v)[3] == 8);
    CHECK(!pointer && !other && !to_pointee && !nothing() && place(1) == memory);
    CHECK(objects() == 1);
    if (MYTHREAD == 0) puts("pass");
    return 0;
}
