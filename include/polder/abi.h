/* The ABI of generated code: what upcc's output may use of the runtime, and nothing else.
 *
 * upcc puts this header before every UPC translation unit (-include), so it must stay small,
 * self-contained C11 and clean as C++17. Users do not include it. Each declaration is also a row of
 * polder/abi.def; a test compiles a call of each.
 *
 * Global address (polder_ga): BASE + (thread << shift) + offset; 0 is null. In a one-node job it is
 * the virtual address. In one of several nodes, memory of this node lies at address -
 * polder_node.shift, and the rest is reached through polder_far_*.
 * Pointer with phase (polder_gp): {address, phase}; for shared [B] T * with B > 1 and for shared
 * void *. Phase in elements.
 * polder_delta: the private static data of the calling UPC thread lies at &object + delta.
 */
#ifndef POLDER_ABI_H
#define POLDER_ABI_H
#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define POLDER_ABI_VERSION 2

/* upcc reads these lines in the preprocessed text: the major version of the back-end C compiler. */
#ifdef __clang_major__
enum { polder_backend_version = __clang_major__ };
#else
enum { polder_backend_version = __GNUC__ };
#endif
/* The machine, where it is not x86-64, and that char is unsigned. */
#ifdef __aarch64__
enum { polder_machine_aarch64 = 1 };
#endif
#ifdef __CHAR_UNSIGNED__
enum { polder_unsigned_char = 1 };
#endif
/* The words that C23 made keywords are keywords here. */
#if defined __STDC_VERSION__ && __STDC_VERSION__ > 201710L &&                                      \
    (defined __clang__ ? __clang_major__ >= 16 : __GNUC__ >= 13)
enum { polder_c23_keywords = 1 };
#endif

typedef unsigned long polder_ga;
typedef struct polder_gp {
    polder_ga ga;
    unsigned long phase;
} polder_gp;

/* Constant for the job after start; one copy a process. */
struct polder_job {
    polder_ga base;      /* global address of thread 0's segment */
    unsigned long shift; /* log2 of the address space of a segment */
    unsigned long threads;
    polder_ga first; /* node range: first global address, bytes, global minus virtual address */
    unsigned long length;
    unsigned long node_shift;
    int one_node;
    unsigned long inverse; /* polder_inverse(threads) */
    unsigned long back;    /* polder_back(threads) */
    unsigned long segment; /* 1 << shift, for multiplications: a shift takes one register more */
};
/* To generated code a constant, which compilers read once a function, inlined calls included. */
#ifdef __UPC__
extern const struct polder_job polder_job;
#else
extern struct polder_job polder_job;
#endif

/* What generated code asks of an address: is it on this node, and where there. Set before any UPC
 * code runs and never changed after, hence const. So compilers read it once a function. A test of
 * `one` in a function that is inlined into another folds with that one's. The runtime's view is
 * polder_job; POLDER_FAR_TEST makes the two differ. */
struct polder_node {
    polder_ga first; /* as of polder_job */
    unsigned long length;
    unsigned long shift;
    int one;     /* the job has one node: addresses are pointers */
    int version; /* of functions: 0 for one node, 1 for one thread, 2 for several nodes */
};
extern const struct polder_node polder_node;

extern __thread long polder_delta __attribute__((tls_model("initial-exec")));

/* Lies in the private section: every UPC thread has its own at &polder_thread_number +
 * polder_delta. */
extern int polder_thread_number;

/* What a function reads once at its head: `const polder_env polder_e = polder_env_get();` */
typedef struct polder_env {
    long delta;
    unsigned long mythread;
    unsigned long threads;
    polder_ga base;
    unsigned long shift;
    unsigned long inverse;
    unsigned long back;
    unsigned long segment;
} polder_env;

/* Units that ThreadSanitizer instruments tell it, through the library, what order their strict
 * accesses make (docs/design/races.md). */
#if defined(__SANITIZE_THREAD__)
#define POLDER_RACES 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define POLDER_RACES 1
#endif
#endif

/* upcc --coverage counts lines of the source. Inlined, these functions would divide lines and be
 * counted themselves. */
#ifdef __POLDER_COVERAGE__
#define POLDER_INLINE static __attribute__((noinline, no_profile_instrument_function, unused))
#else
#define POLDER_INLINE static __inline__ __attribute__((always_inline, artificial, unused))
#endif

POLDER_INLINE polder_env polder_env_get(void) {
    polder_env e;
    e.delta = polder_delta;
    e.mythread = (unsigned long)*(int *)((char *)&polder_thread_number + e.delta);
    e.threads = polder_job.threads;
    e.base = polder_job.base;
    e.shift = polder_job.shift;
    e.inverse = polder_job.inverse;
    e.back = polder_job.back;
    e.segment = polder_job.segment;
    return e;
}

/* Division by THREADS without a division: i / n is the high half of (i + 1) * m, exactly, for
 * i < 2^64 / n, with m = floor((2^64 - 1) / n). Proof: n * m is 2^64 - r with 1 <= r <= n. So
 * (i + 1) * m / 2^64 is less than (i + 1) / n, by (i + 1) * r / (n * 2^64), which is at most 1 / n.
 * No whole number lies above i / n and below (i + 1) / n, so rounding down gives that of i / n. An
 * index stays below 2^47, the bytes there are. So this holds up to 65536 threads for any array, and
 * beyond for all but the largest. */
__extension__ typedef unsigned __int128 polder_wide;
POLDER_INLINE unsigned long polder_inverse(unsigned long threads) { return ~0UL / threads; }
/* Indexes from a pointer may be negative. They are made positive by counting from 2^back rows of
 * the array before the pointer. That is 2^62 / n elements at most. So quotients are exact for as
 * many elements behind the pointer. It is 2^60 / n at least: an array of 2^47 bytes has no more
 * with 8192 threads, and one of 2^44 elements with 65536. */
POLDER_INLINE unsigned long polder_back(unsigned long threads) {
    return threads > 1 ? 62 - 2 * (64 - (unsigned long)__builtin_clzl(threads - 1)) : 62;
}
POLDER_INLINE unsigned long polder_quotient(polder_env e, unsigned long i) {
#ifdef __POLDER_PLAIN_DIVISION__ /* -fno-upc-division */
    return i / e.threads;
#endif
    return __builtin_constant_p(e.threads)
               ? i / e.threads
               : (unsigned long)(((polder_wide)(i + 1) * e.inverse) >> 64);
}

/* Quotients and remainders that the program itself writes, of any number; `narrow`: it has 32 bits.
 * The high half of x * m is the quotient or one below: x * m / 2^64 is at most 1 below x / n. */
POLDER_INLINE unsigned long polder_divided(polder_env e, unsigned long x, int narrow) {
    const unsigned long q = (unsigned long)(((polder_wide)x * e.inverse) >> 64);
    const unsigned long rest = x - q * e.threads;
#ifdef __POLDER_PLAIN_DIVISION__
    return x / e.threads;
#endif
    return narrow ? polder_quotient(e, x) : q + (rest >= e.threads);
}
POLDER_INLINE unsigned long polder_rest(polder_env e, unsigned long x, int narrow) {
    return x - polder_divided(e, x, narrow) * e.threads;
}
POLDER_INLINE long polder_divided_signed(polder_env e, long x, int narrow) {
    const unsigned long sign = (unsigned long)(x >> 63);
    return (long)((polder_divided(e, ((unsigned long)x ^ sign) - sign, narrow) ^ sign) - sign);
}
POLDER_INLINE long polder_rest_signed(polder_env e, long x, int narrow) {
    return (long)((unsigned long)x -
                  (unsigned long)polder_divided_signed(e, x, narrow) * e.threads);
}

/* The same where THREADS is a constant of the translation unit: divisions by it fold. */
POLDER_INLINE polder_env polder_env_get_static(unsigned long threads) {
    polder_env e = polder_env_get();
    e.threads = threads;
    e.inverse = polder_inverse(threads);
    e.back = polder_back(threads);
    if (threads == 1) {
        e.mythread = 0;
        e.delta = 0;
    }
    return e;
}

/* Private section: not 0 while the UPC thread runs the body of a upc_forall that selects
 * iterations. */
extern int polder_forall_depth;

/* ---- objects of static storage duration ----
 * Emitted once an object. The runtime reads the sections at the start. */

/* Section "polder_shared": a shared object. All descriptors of the same `where` get one region, at
 * one offset in every segment. Before any UPC code runs the runtime stores the global address of
 * the object's first byte (thread 0) in *where. The field `elements` counts ultimate elements,
 * times THREADS if times_threads; block 0 is indefinite. */
struct polder_shared_object {
    polder_ga *where;
    unsigned long elements;
    unsigned long block;
    unsigned long element_size;
    unsigned int align;
    unsigned int times_threads;
    const char *name;
};

/* Section "polder_init": initialisers that are not constants in C (addresses of shared objects;
 * shared objects with initial values). Run by every UPC thread with its own delta after all
 * addresses are assigned; each stores only what it owns. A barrier follows all of them. */
struct polder_initializer {
    void (*run)(void);
};

/* Section "polder_reloc": a pointer-sized slot inside the private sections whose initial value is
 * the address of an object in the private sections. The copies of threads with delta != 0 get delta
 * added. `owner` is the marker of the object pointed to, or any address where the unit defines that
 * object itself. Null means plain C data, and the slot is left alone. */
struct polder_reloc {
    const volatile void *slot;
    const volatile void *owner;
};

/* Section "polder_unit": one a translation unit. */
#define POLDER_UNIT_ONE_NODE 1 /* flags: compiled with -fupc-nodes=one, right on one node only */
#define POLDER_UNIT_CHECKED 2  /* compiled with -fupc-check */
struct polder_unit {
    unsigned short abi_version;
    unsigned short flags;
    unsigned int static_threads; /* 0: dynamic */
    const char *file;
};

/* Every unit refers to the first, so that the module it is linked to carries the registration of
 * its sections. The archive brings it to a program, upcc to a shared library. A library linked
 * without it is an error of the linker. The unit that has main refers to the second, whose object
 * holds the entry of the process. So a main in another language beside it is an error of the linker
 * too. */
extern const char polder_module_present __attribute__((visibility("hidden")));
extern const char polder_main_is_upc;

/* The program's main, as upcc presents it. */
int polder_user_main(int argc, char **argv, char **envp);

/* ---- global addresses ---- */

/* A thread's copy of a constant that holds addresses: not foldable to the value of the first
 * copy. */
POLDER_INLINE char *polder_copy_of(const volatile void *constant, long delta) {
    __asm__("" : "+r"(constant));
    return (char *)constant + delta;
}

/* In a job of one node: the address is the pointer. */
POLDER_INLINE void *polder_addr_1node(polder_ga ga) { return (void *)ga; }

/* The same in a job of one thread. The call tells no more than that the result is a pointer. Else
 * gcc takes addresses of several arrays for numbers, and computes one from another in each
 * iteration. It stands in front of loops where the address is known there: gcc moves no call out of
 * a loop that a condition may skip. */
POLDER_INLINE void *polder_addr_1thread(polder_ga ga) {
    return __builtin_assume_aligned((void *)ga, 1);
}

/* In a job of several nodes: does the object at `ga` lie on this node, and where it lies then. Null
 * lies nowhere. */
POLDER_INLINE int polder_is_near_nnode(polder_ga ga) {
    return __builtin_expect(ga - polder_node.first < polder_node.length, 1);
}
POLDER_INLINE void *polder_addr_nnode(polder_ga ga) { return (void *)(ga - polder_node.shift); }

/* The same in code that runs in jobs of any number of nodes. */
POLDER_INLINE int polder_is_near_any(polder_ga ga) {
    return polder_node.one || polder_is_near_nnode(ga);
}
POLDER_INLINE void *polder_addr_any(polder_ga ga) {
    return polder_node.one ? polder_addr_1node(ga) : polder_addr_nnode(ga);
}

/* A pointer-to-shared cast to a private pointer. What is elsewhere gives a pointer that may be
 * compared and cast back. */
POLDER_INLINE void *polder_to_private(polder_ga ga) {
    return polder_node.one || ga == 0 ? polder_addr_1node(ga) : polder_addr_nnode(ga);
}

/* Arithmetic in the library (runtime/abi/arithmetic.cc): in place it takes C compilers longer than
 * the loops beside it. Results follow from the arguments, as the layout of a job never changes. */
#define POLDER_CALLED __attribute__((const))

/* Calls beside which the way there counts for nothing: compilers keep the code around them out of
 * the way. */
#ifdef __cplusplus /* the runtime, which makes them */
#define POLDER_COLD
#else
#define POLDER_COLD __attribute__((cold))
#endif

/* ---- memory of other nodes ----
 * Any address may be given. Null and what is nobody's memory end the job with a message. */

/* Relaxed. A get has the value when it returns; a put has read its source, and is complete after
 * polder_far_fence. */
void polder_far_get(void *into, polder_ga from, unsigned long size) POLDER_COLD;
void polder_far_put(polder_ga to, const void *from, unsigned long size) POLDER_COLD;
unsigned char polder_far_get1(polder_ga from) POLDER_COLD;
unsigned short polder_far_get2(polder_ga from) POLDER_COLD;
unsigned int polder_far_get4(polder_ga from) POLDER_COLD;
unsigned long polder_far_get8(polder_ga from) POLDER_COLD;
void polder_far_put1(polder_ga to, unsigned char value) POLDER_COLD;
void polder_far_put2(polder_ga to, unsigned short value) POLDER_COLD;
void polder_far_put4(polder_ga to, unsigned int value) POLDER_COLD;
void polder_far_put8(polder_ga to, unsigned long value) POLDER_COLD;
/* Returns when all earlier puts of the calling thread are complete where they go; reads behind it
 * see what others have written. */
void polder_far_fence(void) POLDER_COLD;
/* Strict: earlier puts of the thread are complete before, and the access itself when it returns. */
void polder_far_get_strict(void *into, polder_ga from, unsigned long size) POLDER_COLD;
void polder_far_put_strict(polder_ga to, const void *from, unsigned long size) POLDER_COLD;

/* The sized forms between memory that is given and a register: once inlined, what is given needs no
 * place in memory. */
POLDER_INLINE void polder_far_load1(void *into, polder_ga from) {
    const unsigned char v = polder_far_get1(from);
    __builtin_memcpy(into, &v, 1);
}
POLDER_INLINE void polder_far_store1(polder_ga to, const void *from) {
    unsigned char v;
    __builtin_memcpy(&v, from, 1);
    polder_far_put1(to, v);
}
POLDER_INLINE void polder_far_load2(void *into, polder_ga from) {
    const unsigned short v = polder_far_get2(from);
    __builtin_memcpy(into, &v, 2);
}
POLDER_INLINE void polder_far_store2(polder_ga to, const void *from) {
    unsigned short v;
    __builtin_memcpy(&v, from, 2);
    polder_far_put2(to, v);
}
POLDER_INLINE void polder_far_load4(void *into, polder_ga from) {
    const unsigned int v = polder_far_get4(from);
    __builtin_memcpy(into, &v, 4);
}
POLDER_INLINE void polder_far_store4(polder_ga to, const void *from) {
    unsigned int v;
    __builtin_memcpy(&v, from, 4);
    polder_far_put4(to, v);
}
POLDER_INLINE void polder_far_load8(void *into, polder_ga from) {
    const unsigned long v = polder_far_get8(from);
    __builtin_memcpy(into, &v, 8);
}
POLDER_INLINE void polder_far_store8(polder_ga to, const void *from) {
    unsigned long v;
    __builtin_memcpy(&v, from, 8);
    polder_far_put8(to, v);
}
/* Iterations that the thread may do before it looks whether others wait for this node; and that it
 * has begun to do some. In loops that may be long. */
extern __thread long polder_until_poll __attribute__((tls_model("initial-exec")));
void polder_far_poll(void) POLDER_COLD;
POLDER_INLINE void polder_far_ran(long iterations) {
    if (__builtin_expect((polder_until_poll -= iterations) < 0, 0)) polder_far_poll();
}

/* A copy on this node that is not one access to compilers. ThreadSanitizer is told of it: gcc does
 * it in place without a word. */
void polder_race_copy(void *to, const void *from, unsigned long size);
#ifdef POLDER_RACES
POLDER_INLINE void polder_copy_near(void *to, const void *from, unsigned long size) {
    polder_race_copy(to, from, size);
}
#else
POLDER_INLINE void polder_copy_near(void *to, const void *from, unsigned long size) {
    __builtin_memcpy(to, from, size);
}
#endif

/* Objects that no register holds, wherever they are. */
POLDER_INLINE void *polder_read(void *into, polder_ga from, unsigned long size) {
    if (polder_is_near_any(from))
        polder_copy_near(into, polder_addr_any(from), size);
    else
        polder_far_get(into, from, size);
    return into;
}
POLDER_INLINE void polder_write(polder_ga to, const void *from, unsigned long size) {
    if (polder_is_near_any(to))
        polder_copy_near(polder_addr_any(to), from, size);
    else
        polder_far_put(to, from, size);
}

/* Code for jobs of one thread: each array is contiguous, in the order of its indexes. */
POLDER_INLINE int polder_is_one_thread(polder_env e) {
    return __builtin_constant_p(e.threads) && e.threads == 1;
}
POLDER_INLINE unsigned long polder_thread_of(polder_env e, polder_ga ga) {
    return ga && !polder_is_one_thread(e) ? (ga - e.base) >> e.shift : 0;
}
POLDER_INLINE unsigned long polder_field_of(polder_env e, polder_ga ga) {
    return ga ? (ga - e.base) & ((1UL << e.shift) - 1) : 0;
}

/* Element i >= 0 of a shared array that starts at thread 0 with phase 0, block 1. A row has
 * `threads` blocks. From its last one to the next row's first one the way is back over all segments
 * and on by a block. */
POLDER_INLINE polder_ga polder_index_cyclic(polder_env e, polder_ga ga, long index,
                                            unsigned long size) {
    const unsigned long i = (unsigned long)index;
    const polder_ga next_row = (polder_ga)size - e.threads * e.segment;
    return ga + i * e.segment + polder_quotient(e, i) * next_row;
}
/* The same for block B > 1. In block b the place is i - b * B elements. So the address is a sum of
 * multiples of i, b and the row, without a remainder. */
POLDER_INLINE polder_ga polder_index_blocked(polder_env e, polder_ga ga, long index,
                                             unsigned long size, unsigned long block) {
    const unsigned long i = (unsigned long)index;
    const unsigned long b = i / block;
    const polder_ga next_row = (polder_ga)(size * block) - e.threads * e.segment;
    if (polder_is_one_thread(e)) return ga + i * size;
    return ga + i * size + b * (e.segment - size * block) + polder_quotient(e, b) * next_row;
}

/* The same for element `place` of block `b`. A place outside the block is an element of another
 * one. Behind the branch no block is looked for: what is said of `b` alone can go in front of a
 * loop. */
POLDER_INLINE polder_ga polder_index_in_block(polder_env e, polder_ga ga, long b, long place,
                                              unsigned long size, unsigned long block) {
    if (__builtin_expect((unsigned long)place >= block, 0))
        return polder_index_blocked(e, ga, b * (long)block + place, size, block);
    return polder_index_cyclic(e, ga, b, size * block) + (polder_ga)place * size;
}

/* The same as polder_env.back in rows of blocks: fewer rows, as many elements. */
POLDER_INLINE unsigned long polder_back_in_blocks(polder_env e, unsigned long block) {
    const unsigned long log = block > 1 ? 64 - (unsigned long)__builtin_clzl(block - 1) : 0;
    return e.back > log ? e.back - log : 1;
}

/* The block behind the one that begins at `at`, which is not null. It is the next thread's. Behind
 * the last thread's it is thread 0's in the next row. One comparison of addresses, as segments lie
 * in the order of threads. */
POLDER_INLINE polder_ga polder_next_block(polder_env e, polder_ga at, unsigned long bytes) {
    const polder_ga others = (e.threads - 1) << e.shift; /* all segments but one */
    return at < e.base + others ? at + (1UL << e.shift) : at + bytes - others;
}

/* A walk makes a short constant step. It mostly stays inside a row or a block, or goes to the next
 * one. That is an addition behind a branch that is easily foreseen. */
#define POLDER_IS_STEP(i) (__builtin_constant_p(i) && (i) >= -64 && (i) <= 64)

/* Element `i` (any sign) from a phase-0 position with block 1: shared [1] T. Where that is no step
 * of a walk, there is no branch. So compilers do in front of a loop what the loop leaves alone:
 * what concerns the pointer only, or all of it. Null stays null, so that an access through p[i]
 * faults and says so. */
POLDER_INLINE polder_ga polder_add_cyclic(polder_env e, polder_ga ga, long i, unsigned long size) {
    const unsigned long thread = (ga - e.base) >> e.shift;
    const polder_ga next_row = (polder_ga)size - (e.threads << e.shift);
    unsigned long row; /* of 2^back before the pointer's */
    if (__builtin_constant_p(i) && i == 1) return ga ? polder_next_block(e, ga, size) : 0;
    if (POLDER_IS_STEP(i)) {
        const unsigned long t = thread + (unsigned long)i;
        const unsigned long n = e.threads;
        if (t < n) return ga + ((polder_ga)i << e.shift);
        if (t - n < n) return ga + (((polder_ga)i - n) << e.shift) + size;
    }
    row = polder_quotient(e, (unsigned long)i + (thread + (e.threads << e.back)));
    return (ga - (next_row << e.back) + ((polder_ga)i << e.shift) + row * next_row) &
           -(polder_ga)(ga != 0);
}

/* Where element i from a phase-0 position lies, for an access. An element of null is found above
 * POLDER_NOWHERE, where no program has memory, or in the gap below it. So the access faults.
 *
 * There is no branch, also not for null. So compilers do in front of a loop what concerns the
 * pointer only. The thread that null seems to lead to, t, is below 2^24 if elements are large, and
 * below 2^40 in any case (segments have 2^24 bytes at least). Its element i lies up to t * size / n
 * + 2^47 bytes behind POLDER_NOWHERE - (t << shift), which is above 2^63 and no program's. */
#define POLDER_NOWHERE ((polder_ga)0 - (1UL << 47))
POLDER_INLINE polder_ga polder_at_cyclic(polder_env e, polder_ga ga, long i, unsigned long size) {
    const unsigned long seems = (ga - e.base) >> e.shift;
    const unsigned long thread = size <= 64 ? seems : seems & 0xffffff;
    const polder_ga from = ga - ((ga - 1) >> 63 << 47); /* addresses are below 2^63 */
    const polder_ga next_row = (polder_ga)size - e.threads * e.segment;
    if (POLDER_IS_STEP(i)) return polder_add_cyclic(e, ga, i, size);
    if (polder_is_one_thread(e)) return from + (polder_ga)i * size;
    return from - (next_row << e.back) + (polder_ga)i * e.segment +
           polder_quotient(e, (unsigned long)i + (thread + (e.threads << e.back))) * next_row;
}

/* p + i for block B > 1; phase in elements. */
POLDER_INLINE polder_gp polder_add_blocked(polder_env e, polder_gp p, long i, unsigned long size,
                                           unsigned long block) {
    const unsigned long thread = (p.ga - e.base) >> e.shift;
    const unsigned long back = polder_back_in_blocks(e, block);
    const unsigned long ahead = thread + (e.threads << back); /* blocks */
    const polder_ga next_row = (polder_ga)(size * block) - (e.threads << e.shift);
    const unsigned long index = (unsigned long)i + (ahead * block + p.phase);
    const unsigned long b = index / block;
    polder_gp r;
    if (polder_is_one_thread(e)) {
        const long phase = ((long)p.phase + i) % (long)block;
        r.phase = (unsigned long)(phase < 0 ? phase + (long)block : phase);
        r.ga = p.ga + (polder_ga)(i * (long)size);
        return r;
    }
    if (POLDER_IS_STEP(i) && p.ga) {
        const unsigned long x = p.phase + (unsigned long)i;
        if (x < block) {
            r.phase = x;
            r.ga = p.ga + (polder_ga)(i * (long)size);
            return r;
        }
        if (i > 0 && (unsigned long)i <= block) { /* the block behind it */
            r.phase = x - block;
            r.ga = polder_next_block(e, p.ga - p.phase * size, size * block) + r.phase * size;
            return r;
        }
    }
    r.phase = index % block;
    r.ga = (p.ga - p.phase * size - (ahead << e.shift) - (next_row << back) +
            ((polder_ga)b << e.shift) + polder_quotient(e, b) * next_row + r.phase * size) &
           -(polder_ga)(p.ga != 0);
    return r;
}
/* The same for an access, as polder_at_cyclic. */
POLDER_INLINE polder_ga polder_at_blocked(polder_env e, polder_gp p, long i, unsigned long size,
                                          unsigned long block) {
    const polder_ga from = p.ga ? p.ga : POLDER_NOWHERE;
    const unsigned long back = polder_back_in_blocks(e, block);
    const unsigned long ahead = polder_thread_of(e, p.ga) + (e.threads << back);
    const polder_ga in_block = e.segment - size * block; /* less what i counts of a block */
    const polder_ga next_row = (polder_ga)(size * block) - e.threads * e.segment;
    const unsigned long b = ((unsigned long)i + (ahead * block + p.phase)) / block;
    return from - ahead * in_block - (next_row << back) + (polder_ga)i * size + b * in_block +
           polder_quotient(e, b) * next_row;
}
/* The same for element `place` of the b-th block behind the pointer's, from the pointer's place on;
 * as polder_index_in_block. */
POLDER_INLINE polder_ga polder_at_in_block(polder_env e, polder_gp p, long b, long place,
                                           unsigned long size, unsigned long block) {
    const polder_ga from = p.ga ? p.ga : POLDER_NOWHERE;
    const unsigned long back = polder_back_in_blocks(e, block);
    const unsigned long ahead = polder_thread_of(e, p.ga) + (e.threads << back);
    const polder_ga next_row = (polder_ga)(size * block) - e.threads * e.segment;
    if (__builtin_expect((unsigned long)place + p.phase >= block, 0))
        return polder_at_blocked(e, p, b * (long)block + place, size, block);
    return from - (next_row << back) + (polder_ga)b * e.segment +
           (polder_ga)place * (polder_ga)size +
           polder_quotient(e, (unsigned long)b + ahead) * next_row;
}
/* The two as calls, where they are hardly ever needed. */
polder_ga polder_index_seldom(polder_ga ga, long index, unsigned long size,
                              unsigned long block) POLDER_CALLED;
polder_ga polder_add_seldom(polder_gp p, long i, unsigned long size,
                            unsigned long block) POLDER_CALLED;
/* The same with the phase. */
POLDER_INLINE polder_gp polder_point_blocked(polder_env e, polder_ga ga, long i, unsigned long size,
                                             unsigned long block) {
    polder_gp p;
    p.ga = polder_index_blocked(e, ga, i, size, block);
    p.phase = (unsigned long)i % block;
    return p;
}

/* upc_forall with integer affinity: does iteration `i` belong to the calling thread? */
POLDER_INLINE int polder_owns_number(polder_env e, long i) {
    const unsigned long n = (unsigned long)i;
    long r;
    if (__builtin_expect(n >> 40 == 0, 1))
        return n - polder_quotient(e, n) * e.threads == e.mythread;
    r = i % (long)e.threads;
    return (unsigned long)(r < 0 ? r + (long)e.threads : r) == e.mythread;
}

/* Cleanup of the variable that holds the depth around a upc_forall, where the body may leave the
 * loop. */
POLDER_INLINE void polder_forall_leave(const int *outer) {
    *(int *)((char *)&polder_forall_depth + polder_delta) = *outer;
}

/* For a upc_forall whose iterations go round the threads in blocks. The first function gives the
 * first iteration of the calling thread that is not below i. The second gives the one behind i, at
 * most `most`. In a controlling upc_forall (`whole`) every iteration is the thread's. */
POLDER_INLINE long polder_forall_first(polder_env e, int whole, long i, unsigned long block,
                                       long most) {
    const long b = (long)block;
    const long n = (long)e.threads;
    const long q = i / b - (i % b < 0);
    const long owner = q % n < 0 ? q % n + n : q % n;
    const long ahead =
        (long)e.mythread >= owner ? (long)e.mythread - owner : (long)e.mythread - owner + n;
    if (whole || ahead == 0) return i;
    return q + ahead > most / b ? most : (q + ahead) * b;
}
POLDER_INLINE long polder_forall_next(polder_env e, int whole, long i, unsigned long block,
                                      long most) {
    const long step = whole || (block > 1 && (unsigned long)(i + 1) % block)
                          ? 1
                          : 1 + (long)((e.threads - 1) * block);
    return i > most - step ? most : i + step;
}
/* How many of i, i + THREADS, ... are below end. */
POLDER_INLINE long polder_forall_count(polder_env e, long i, long end) {
    return i >= end ? 0 : (end - i - 1) / (long)e.threads + 1;
}

#include "spans.h"
#include "iterations.h"
#include "tlb.h"

/* a - b in elements. */
POLDER_INLINE long polder_sub_cyclic(polder_env e, polder_ga a, polder_ga b, unsigned long size) {
    const long ta = (long)((a - e.base) >> e.shift);
    const long tb = (long)((b - e.base) >> e.shift);
    const long bytes = (long)(a - b) - (long)((polder_ga)(ta - tb) << e.shift);
    return bytes / (long)size * (long)e.threads + (ta - tb);
}
/* A number that orders the blocks of an array as its elements are: rows first, then threads. It has
 * what the segment says in its upper bits, and the thread below. A loop that walks up to an end has
 * the end's number in front of it. */
POLDER_INLINE unsigned long polder_block_order(polder_env e, polder_ga ga) {
    const unsigned long from = ga - e.base;
    return from >> e.shift | from << (64 - e.shift);
}
/* a < b, for block B > 1. */
POLDER_INLINE int polder_is_before(polder_env e, polder_gp a, polder_gp b, unsigned long size) {
    const unsigned long first = polder_block_order(e, a.ga - a.phase * size);
    const unsigned long second = polder_block_order(e, b.ga - b.phase * size);
    return first != second ? first < second : a.phase < b.phase;
}
POLDER_INLINE long polder_sub_blocked(polder_env e, polder_gp a, polder_gp b, unsigned long size,
                                      unsigned long block) {
    const long ta = (long)((a.ga - e.base) >> e.shift);
    const long tb = (long)((b.ga - e.base) >> e.shift);
    const long bytes = (long)(a.ga - b.ga) - (long)((polder_ga)(ta - tb) << e.shift);
    const long elements =
        bytes / (long)size -
        ((long)a.phase - (long)b.phase); /* whole blocks on a thread, in elements */
    return elements * (long)e.threads + (ta - tb) * (long)block + ((long)a.phase - (long)b.phase);
}

/* Conversions of representation. */
POLDER_INLINE polder_gp polder_gp_make(polder_ga ga, unsigned long phase) {
    polder_gp p;
    p.ga = ga;
    p.phase = phase;
    return p;
}
POLDER_INLINE polder_gp polder_gp_from_ga(polder_ga ga) { return polder_gp_make(ga, 0); }

/* Copies the caller's elements of a static shared object from its initial image; block 0 is
 * indefinite. */
static __inline__ __attribute__((unused, no_profile_instrument_function)) void
polder_initialize(polder_env e, polder_ga where, const void *image, unsigned long elements,
                  unsigned long size, unsigned long block) {
    unsigned long i;
    unsigned long step = block ? block : elements;
    for (i = (block ? e.mythread : 0) * step; i < elements; i += e.threads * step) {
        const unsigned long n = elements - i < step ? elements - i : step;
        if (block == 0 && e.mythread != 0) return;
        __builtin_memcpy(
            polder_addr_any(block ? polder_index_blocked(e, where, (long)i, size, block) : where),
            (const char *)image + i * size, n * size);
    }
}

/* ---- memory ordering ----
 * Appendix B of UPC 1.3. docs/design/memory-model.md has the mapping to C11 orders. */

/* The fence of far accesses that stands in front of each strict operation, wherever its target lies
 * (runtime/fence/strict.h). What the thread has written to other nodes is visible there, and what
 * it has read of them is read anew. */
POLDER_INLINE void polder_strict_begin(void) {
    if (__builtin_expect(!polder_node.one, 0)) polder_far_fence();
}
/* Of such units. A fence is one of the processor too. What is moved is a strict object that no
 * instruction loads or stores: one atomic access to the sanitizer. */
void polder_race_fence(void);
void polder_race_move(void *to, const void *from, unsigned long size, int store);
#ifdef POLDER_RACES
POLDER_INLINE void polder_fence(void) {
    polder_strict_begin();
    polder_race_fence();
}
POLDER_INLINE void polder_strict_load_whole(void *into, const void *from, unsigned long size) {
    polder_race_move(into, from, size, 0);
}
POLDER_INLINE void polder_strict_store_whole(void *to, const void *from, unsigned long size) {
    polder_race_move(to, from, size, 1);
}
#else
POLDER_INLINE void polder_fence(void) {
    polder_strict_begin();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
POLDER_INLINE void polder_strict_load_whole(void *into, const void *from, unsigned long size) {
    __builtin_memcpy(into, from, size);
}
POLDER_INLINE void polder_strict_store_whole(void *to, const void *from, unsigned long size) {
    __builtin_memcpy(to, from, size);
}
#endif
/* Strict load of what no single instruction loads, into an object of the caller that then holds all
 * bytes, padding included. */
POLDER_INLINE void *polder_strict_fetch(void *into, polder_ga from, unsigned long size) {
    polder_fence();
    polder_strict_load_whole(into, polder_addr_1node(from), size);
    __asm__ __volatile__("" : : "r"(into) : "memory");
    polder_fence();
    return into;
}
/* The same of an object wherever it is, and storing one. */
POLDER_INLINE void *polder_strict_read(void *into, polder_ga from, unsigned long size) {
    if (!polder_is_near_any(from)) {
        polder_far_get_strict(into, from, size);
        return into;
    }
    polder_fence();
    polder_strict_load_whole(into, polder_addr_any(from), size);
    __asm__ __volatile__("" : : "r"(into) : "memory");
    polder_fence();
    return into;
}
POLDER_INLINE void polder_strict_write(polder_ga to, const void *from, unsigned long size) {
    if (!polder_is_near_any(to)) {
        polder_far_put_strict(to, from, size);
        return;
    }
    polder_fence();
    polder_strict_store_whole(polder_addr_any(to), from, size);
    polder_fence();
}
/* Before a strict load: earlier relaxed stores of this thread must be visible first. */
POLDER_INLINE void polder_before_strict_load(void) {
#ifdef POLDER_RACES
    polder_race_fence();
#elif defined(__x86_64__)
    __asm__ __volatile__("lock; orq $0, (%%rsp)" ::: "memory", "cc");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}
/* After a strict store: needed where a sequentially consistent store does not order later plain
 * accesses. */
POLDER_INLINE void polder_after_strict_store(void) {
#ifdef POLDER_RACES
    polder_race_fence();
#elif defined(__x86_64__)
    __asm__ __volatile__("" ::: "memory");
#else
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

/* ---- locks in a job of one thread ----
 * Nobody else executes anything of the job while its process has a single system thread. So taking
 * a lock and giving it back is a store. The library does the rest, mistakes too
 * (runtime/sync/lock_single.h). */

/* Where such locks lie. The length is 0 where upc_lock and upc_unlock have more to do. It may
 * become 0 in a running job. */
struct polder_lone_locks {
    polder_ga first;
    unsigned long length;
};
extern struct polder_lone_locks polder_lone_locks;

/* The C library's word for it. It is asked at each call, as the program may create a thread. */
#if __has_include(<sys/single_threaded.h>)
extern char __libc_single_threaded;
#define POLDER_ONE_SYSTEM_THREAD __libc_single_threaded
#else
#define POLDER_ONE_SYSTEM_THREAD 0
#endif

#define POLDER_LOCK_STATE 56 /* bytes from the start of the lock */
#define POLDER_LOCK_FREE 0x6b636f6cU
#define POLDER_LOCK_TAKEN 0x6b636f6dU

void polder_lock_called(polder_ga lock) __asm__("upc_lock");
void polder_unlock_called(polder_ga lock) __asm__("upc_unlock");

/* Alone the thread may read the length as it is: only other system threads change it. */
POLDER_INLINE int polder_is_lone_lock(polder_ga lock, unsigned state) {
    return POLDER_ONE_SYSTEM_THREAD && lock - polder_lone_locks.first < polder_lone_locks.length &&
           *(unsigned *)(lock + POLDER_LOCK_STATE) == state;
}
POLDER_INLINE void polder_lock_1thread(polder_ga lock) {
    if (__builtin_expect(polder_is_lone_lock(lock, POLDER_LOCK_FREE), 1))
        *(unsigned *)(lock + POLDER_LOCK_STATE) = POLDER_LOCK_TAKEN;
    else
        polder_lock_called(lock);
}
POLDER_INLINE void polder_unlock_1thread(polder_ga lock) {
    if (__builtin_expect(polder_is_lone_lock(lock, POLDER_LOCK_TAKEN), 1))
        *(unsigned *)(lock + POLDER_LOCK_STATE) = POLDER_LOCK_FREE;
    else
        polder_unlock_called(lock);
}

/* ---- calls ---- */

/* Every blocking call polls. has_value 0: barrier without expression. */
void polder_barrier(int has_value, int value);
void polder_notify(int has_value, int value);
void polder_wait(int has_value, int value);
/* In loops that wait for a shared value to change: polls, and gives the core away when threads
 * outnumber cores. */
void polder_spin(void);
/* Adopts the calling system thread into the UPC thread whose delta is given (section 3 of the
 * design). */
void polder_thread_adopt(long delta);
/* At the head of code that another system thread may run for the UPC thread of `delta`. */
POLDER_INLINE void polder_adopt(long delta) {
    if (__builtin_expect(polder_delta != delta, 0)) polder_thread_adopt(delta);
}

/* Library state that C keeps once a process and UPC code needs once a UPC thread. The compiler
 * sends uses of getopt, getopt_long, getopt_long_only and pthread_create to polder_getopt and so
 * on. It declares these in place as `extern __typeof__(f) polder_f`. */
char **polder_optarg(void);
int *polder_optind(void);
int *polder_opterr(void);
int *polder_optopt(void);

#ifdef __cplusplus
}
#endif

#endif
