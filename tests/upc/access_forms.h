// Included once for each element type by 6.5_access_forms*.upc, with T, NAME (a word for it) and
// KIND defined: declares a shared array of each layout and a function check_NAME that puts every
// form of access to each, beside the same on a private array. KIND: 0 complex, 1 real floating, 2
// integer. With SAME_SIZE defined, elements of that size have been in every layout. An address
// depends on the size of elements and not on their type, so three layouts are left.
#ifndef ACCESS_FORMS_H
#define ACCESS_FORMS_H

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define OF(layout) JOIN(layout, NAME)
#define LENGTH (6 * THREADS)

static int calls;
static int counted(int i)
{
    calls++;
    return i;
}

// The lvalue of element i, in each layout and through each way there.
#define CYCLIC(i) OF(cyclic)[i]
#define BLOCKED(i) OF(blocked)[i]
#define WIDE(i) OF(wide)[i]
#define SINGLE(i) OF(single)[i]
#define ROW(i) OF(rows)[(i) / 3][(i) % 3]
#define STRICT(i) OF(strict)[i]
#define STRICT_BLOCKED(i) OF(strict_blocked)[i]
#define MEMBER(i) OF(records)[i].value
#define LIST(i) (&OF(records)[i])->list[1]
#define FROM_END(i) cyclic_end[(i) - LENGTH]
#define BLOCKED_FROM_END(i) (*(blocked_last + ((i) - (LENGTH - 1))))

#define COMMON(X, i)                                                                                                       \
    do {                                                                                                                   \
        T result;                                                                                                          \
        X(i) = (T)(i), own[i] = (T)(i);                                                                                    \
        CHECK(X(i) == own[i]);                                                                                             \
        result = X(once(i)) = (T)2, own[i] = (T)2;                                                                         \
        CHECK(result == (T)2 && X(i) == (T)2);                                                                             \
        result = X(once(i)) += (T)3;                                                                                       \
        CHECK(result == (own[i] += (T)3) && X(i) == own[i]);                                                               \
        result = (X(once(i)) -= 1);                                                                                        \
        CHECK(result == (own[i] -= 1) && X(i) == own[i]);                                                                  \
        X(once(i)) *= 3;                                                                                                   \
        CHECK(X(i) == (own[i] *= 3));                                                                                      \
        X(once(i)) /= 2;                                                                                                   \
        CHECK(X(i) == (own[i] /= 2));                                                                                      \
        result = (X(i), (i) % 2) ? X(i) : X(i) + (T)1;                                                                     \
        CHECK(result == (T)((i) % 2 ? own[i] : own[i] + (T)1));                                                            \
        CHECK(-X(i) == -own[i] && !X(i) == !own[i] && (X(i) && 1) == (own[i] && 1));                                       \
        CHECK(sizeof(X(i)) == sizeof(T) && sizeof(X(i) + 0) == sizeof(own[i] + 0) && sizeof X(once(i)) == sizeof(T));      \
        CHECK(OF(same)(X(i)) == own[i] && (double)(X(i)) == (double)own[i]);                                               \
        __typeof__(&X(i)) p = &X(once(i));                                                                                 \
        *p = *p + 1, own[i] = own[i] + 1;                                                                                  \
        CHECK(X(i) == own[i] && p == &X(i) && *&X(i) == own[i] && p[0] == own[i] && 0 [p] == own[i]);                      \
    } while (0)

#define REAL(X, i)                                                                                                         \
    do {                                                                                                                   \
        X(i) = 5, own[i] = 5;                                                                                              \
        CHECK(X(once(i))++ == own[i]++ && X(i) == own[i]);                                                                 \
        CHECK(++X(once(i)) == ++own[i] && X(i) == own[i]);                                                                 \
        CHECK(X(once(i))-- == own[i]-- && X(i) == own[i]);                                                                 \
        CHECK(--X(once(i)) == --own[i] && X(i) == own[i]);                                                                 \
        X(i)++;                                                                                                            \
        --X(i);                                                                                                            \
        CHECK(X(i) < own[i] + 1 && X(i) >= own[i] && (X(i) > 0) == (own[i] > 0));                                          \
        CHECK((int)X(i) == (int)own[i] && (float)X(i) == (float)own[i] && (_Bool)X(i) == (_Bool)own[i]);                   \
    } while (0)

#define WHOLE(X, i)                                                                                                        \
    do {                                                                                                                   \
        X(i) = 93, own[i] = 93;                                                                                            \
        CHECK((X(once(i)) %= 50) == (own[i] %= 50));                                                                       \
        CHECK((X(once(i)) <<= 1) == (own[i] <<= 1));                                                                       \
        CHECK((X(once(i)) >>= 2) == (own[i] >>= 2));                                                                       \
        CHECK((X(once(i)) &= 30) == (own[i] &= 30));                                                                       \
        CHECK((X(once(i)) |= 9) == (own[i] |= 9));                                                                         \
        CHECK((X(once(i)) ^= 5) == (own[i] ^= 5));                                                                         \
        CHECK(~X(i) == ~own[i] && X(i) % 4 == own[i] % 4 && (X(i) << 1) == (own[i] << 1));                                 \
        X(i) = (T)(i), own[i] = (T)(i);                                                                                    \
        switch (X(i)) {                                                                                                    \
        case 0: CHECK(own[i] == 0); break;                                                                                 \
        default: CHECK(own[i] != 0);                                                                                       \
        }                                                                                                                  \
        X(i) = 7;                                                                                                          \
        CHECK("0123456789"[X(i)] == '7' && X(i)["0123456789"] == '7');                                                     \
        X(i) = (T)-1, own[i] = (T)-1;                                                                                      \
        CHECK(X(i) == own[i] && X(i) / 2 == own[i] / 2 && X(i) >> 1 == own[i] >> 1);                                       \
    } while (0)
#endif

#if KIND == 2
#define FORMS(X, i)                                                                                                        \
    COMMON(X, i);                                                                                                          \
    REAL(X, i);                                                                                                            \
    WHOLE(X, i)
#elif KIND == 1
#define FORMS(X, i)                                                                                                        \
    COMMON(X, i);                                                                                                          \
    REAL(X, i)
#else
#define FORMS(X, i) COMMON(X, i)
#endif

static shared T OF(cyclic)[6 * THREADS];
static shared [4] T OF(blocked)[6 * THREADS];
static shared [100] T OF(wide)[6 * THREADS];
static shared [] T OF(single)[24];
static shared [3] T OF(rows)[2 * THREADS][3];
static strict shared T OF(strict)[6 * THREADS];
static strict shared [4] T OF(strict_blocked)[6 * THREADS];
struct OF(record) {
    char before;
    T value;
    T list[3];
};
static shared [5] struct OF(record) OF(records)[6 * THREADS];

static T OF(same)(T value) { return value; }

// A function each: compilers take more than twice as long for one of twice the length.
#define ALL(X)                                                                                                             \
    static void OF(X)(T *own)                                                                                              \
    {                                                                                                                      \
        shared T *cyclic_end = OF(cyclic) + LENGTH;                                                                        \
        shared [4] T *blocked_last = &OF(blocked)[LENGTH - 1];                                                             \
        int (*const once)(int) = counted;                                                                                  \
        (void)cyclic_end, (void)blocked_last;                                                                              \
        for (int i = MYTHREAD; i < LENGTH; i += THREADS) {                                                                 \
            FORMS(X, i);                                                                                                   \
        }                                                                                                                  \
    }
ALL(CYCLIC)
ALL(STRICT)
ALL(MEMBER)
#ifndef SAME_SIZE
ALL(BLOCKED)
ALL(WIDE)
ALL(ROW)
ALL(STRICT_BLOCKED)
ALL(LIST)
ALL(FROM_END)
ALL(BLOCKED_FROM_END)
static void OF(SINGLE)(T *own)
{
    int (*const once)(int) = counted;
    for (int i = 0; i < 24; i++) {
        FORMS(SINGLE, i);
    }
}
#endif

static void OF(check)(void)
{
    T own[6 * THREADS + 24];
    calls = 0;
    OF(CYCLIC)(own);
    const int each = calls;
    OF(STRICT)(own);
    OF(MEMBER)(own);
    CHECK_EQ(calls, 3 * each);
#ifndef SAME_SIZE
    OF(BLOCKED)(own);
    OF(WIDE)(own);
    OF(ROW)(own);
    CHECK_EQ(calls, 7 * each); // a row is named by two subscripts
    OF(STRICT_BLOCKED)(own);
    OF(LIST)(own);
    OF(FROM_END)(own);
    OF(BLOCKED_FROM_END)(own);
    CHECK_EQ(calls, 11 * each);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) OF(SINGLE)(own);
#endif
}
#undef ALL
#undef FORMS
#undef T
#undef NAME
#undef KIND
#undef SAME_SIZE
