// Hostile input: thousands of mutated, truncated and spliced programs, and nesting of every kind.
// The compiler may say what it likes, but it ends, and not by a signal. Inputs are numbered and
// made from their number alone, so a failure can be repeated.
#include "tests/fuzz/front_end.h"
#include "tests/unit/compiler/survive.h"

#include <random>
#include <string>
#include <vector>

using namespace polder::cc;
using fuzz::translate;

namespace {

constexpr const char *seeds[] = {
    R"(
typedef unsigned long size_t; struct node { int value; shared struct node *next;
  shared [] int *data; int bits : 3; };
shared int a[10*THREADS], b[THREADS][5]; shared [4] double c[4*THREADS]; shared [] int *p;
  strict shared int flag;
shared [*] float d[100]; relaxed shared [2] struct node nodes[2*THREADS]; shared void *v;
  static int counter = 3, *where = &counter;
int f(shared [2] struct node *n, size_t k) {
    int i; static int calls; upc_forall (i = 0; i < 10; i++; &a[i]) { a[i] = i * 2;
      if (i == 3) continue; }
    upc_forall (;;; i) ; upc_forall (i = 0; i < 4; ++i; continue) b[i][2] += a[i]++;
    upc_barrier; upc_notify 3; upc_wait 3; upc_fence; n->next = (shared struct node *)p;
      calls += MYTHREAD % THREADS;
    v = p + 1; p = (shared [] int *)v; while (!flag) ; n[k].bits = p[3] - *(p + k);
      nodes[1] = *n; c[k] /= 2.0;
    return upc_localsizeof(a) + upc_blocksizeof(c) + upc_elemsizeof(shared [3] int)
      + sizeof(a[0]) + (p == 0) + (int)(n - nodes);
}
int main(int argc, char **argv) { f(&nodes[0], argc); return 0; }
)",
    R"(
#pragma upc strict
shared int x, y; shared [3] int m[3][THREADS]; int g; extern int h; int *pg = &g;
  struct s { int *q; } ss = { .q = &g }, arr[3] = {[1] = {&g}};
#pragma upc c_code
int shared = 1, strict = 2;
#pragma upc upc_code
int k(int n) {
#pragma upc relaxed
    { x = y; }
#pragma omp parallel for reduction(+:n) default(none)
    for (int i = 0; i < n; i++) { n += g + h; k(i); }
    for (int i = 0, j = 1; i < j; i++) { switch (n) { case 1 ... 3: n++; break;
      case 4: default: goto out; } }
    ({ int q = n; q > 2 ? q : x; }); __typeof__(g) t = ({ m[1][n]; }); void *l = &&out; goto *l;
out: return t + _Generic(n, int: 1, default: 2) + __builtin_offsetof(struct s, q)
  + __builtin_constant_p(3) + (int){4} + sizeof(struct s);
}
)",
    R"(
typedef int T, *P, A[3], F(int); struct r { T t; P p; A a; F *f; union { int u; float w; };
  struct { int z[2]; } in; } r1 = {1, 0, {1, 2, 3}};
enum e { e1, e2 = e1 + 4, e3 }; int (*table[2])(int, ...), old();
  typedef float v4 __attribute__((vector_size(16)));
int old(a, b) int a; char *b; { return a + *b; }
  static inline int vla(int n, int m[n][n]) { int w[n]; return sizeof w + m[0][1]; }
_Static_assert(sizeof(struct r) > 3, "x"); _Thread_local int tl; _Alignas(16) char al;
  _Atomic int at; double _Complex z = 1.0i;
__attribute__((packed, aligned(4))) struct pk { char c; short s : 3;
  long l __attribute__((aligned(2))); };
int vary(const char *fmt, ...) { __builtin_va_list ap; __builtin_va_start(ap, fmt);
  int i = __builtin_va_arg(ap, int); __builtin_va_end(ap);
  asm volatile("nop" : "=r"(i) : "0"(i) : "memory"); do { i--; }
    while (i > 0 && i < 10 || !i ^ ~i); if (i) return 1; else if (i > 2) return 'a'; L: i <<= 2;
  v4 x = {1, 2}; x = x * x + 1.0f;
    return (i ?: 3) + x[1] + (i, 2) + "abc"[1] + L'x' + 0x1p3 + 1e5f + 12345678901234567890ull
    + -i + +i - - -i; }
)"};

constexpr const char *words[] = {"(",
                                 ")",
                                 "[",
                                 "]",
                                 "{",
                                 "}",
                                 ";",
                                 ",",
                                 "*",
                                 "&",
                                 "...",
                                 "->",
                                 ".",
                                 "=",
                                 "==",
                                 "+",
                                 "-",
                                 "<<",
                                 "?",
                                 ":",
                                 "int",
                                 "char",
                                 "struct",
                                 "union",
                                 "enum",
                                 "shared",
                                 "strict",
                                 "relaxed",
                                 "[*]",
                                 "[]",
                                 "THREADS",
                                 "MYTHREAD",
                                 "upc_forall",
                                 "upc_barrier",
                                 "upc_wait",
                                 "sizeof",
                                 "typedef",
                                 "static",
                                 "extern",
                                 "const",
                                 "volatile",
                                 "if",
                                 "else",
                                 "for",
                                 "while",
                                 "do",
                                 "switch",
                                 "case",
                                 "default",
                                 "break",
                                 "continue",
                                 "return",
                                 "goto",
                                 "void",
                                 "0",
                                 "1",
                                 "-1",
                                 "4294967296",
                                 "99999999999999999999999999",
                                 "1.5",
                                 "\"s\"",
                                 "'c'",
                                 "x",
                                 "T",
                                 "__typeof__",
                                 "__attribute__((packed))",
                                 "_Generic",
                                 "__extension__",
                                 "__label__",
                                 "asm",
                                 "&&",
                                 "_Alignas(8)",
                                 "_Atomic",
                                 "__auto_type",
                                 "_Static_assert",
                                 "float _Complex",
                                 "__int128",
                                 "inline",
                                 "#pragma omp parallel\n",
                                 "#pragma upc strict\n",
                                 "#pragma pack(1)\n",
                                 "#pragma upc c_code\n",
                                 "__builtin_va_arg",
                                 "__builtin_offsetof",
                                 "\n# 5 \"x\" 3\n",
                                 "upc_localsizeof",
                                 "({",
                                 "})",
                                 "L\"w\"",
                                 "@",
                                 "\\",
                                 "\"",
                                 "'",
                                 "/*",
                                 "//",
                                 "\x80",
                                 "void *",
                                 "[static 3]",
                                 "0x",
                                 "1e",
                                 "u8"};

std::string mutated(unsigned number) {
    std::minstd_rand rng(number * 2654435761u + 1);
    const auto any = [&](size_t n) { return n ? rng() % n : 0; };
    std::string text = seeds[any(std::size(seeds))];
    for (size_t n = 1 + any(6); n > 0; --n) {
        const size_t at = any(text.size()), length = any(std::min<size_t>(60, text.size() - at));
        switch (any(9)) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(any(text.size()), text.substr(at, length)); break;
        case 2:
        case 3: text.insert(at, " " + std::string(words[any(std::size(words))]) + " "); break;
        case 4: text.replace(at, length, words[any(std::size(words))]); break;
        case 5: text[at] = static_cast<char>(any(256)); break;
        case 6: text.resize(at); break;
        case 7: {
            const std::string other = seeds[any(std::size(seeds))];
            text.insert(at, other.substr(any(other.size()), 200));
            break;
        }
        case 8: {
            const size_t from = text.find_first_of("();{},[]*=", at);
            if (from != std::string::npos) text.erase(from, 1);
            break;
        }
        }
        if (text.empty()) text = ";";
    }
    return text;
}

TEST(Fuzz, mutated_programs) {
    survive(
        6000, 500, 20, [](unsigned i) { translate(mutated(i), i % 3 == 0 ? 4 : 0); }, mutated);
}

TEST(Fuzz, truncated_programs) {
    const std::string all = std::string(seeds[0]) + seeds[1] + seeds[2];
    const auto cut = [&](unsigned i) { return all.substr(0, i * 7 % all.size()); };
    survive(
        static_cast<unsigned>(all.size()), 500, 20, [&](unsigned i) { translate(cut(i), 0); }, cut);
}

TEST(Fuzz, random_words) {
    const auto soup = [](unsigned i) {
        std::minstd_rand rng(i + 77);
        std::string text = i % 2 ? "typedef int T; int f(int x) { " : "typedef int T; ";
        for (unsigned n = 0; n < 40; ++n)
            text += std::string(words[rng() % std::size(words)]) + " ";
        return text;
    };
    survive(
        6000, 500, 20, [&](unsigned i) { translate(soup(i), 0); }, soup);
}

std::string repeat(std::string_view text, unsigned n) {
    std::string out;
    for (unsigned i = 0; i < n; ++i)
        out += text;
    return out;
}

struct Nest {
    const char *before, *open, *middle, *close, *after;
};

constexpr Nest nests[] = {
    {"int x = ", "(", "1", ")", ";"},
    {"int f(void) ", "{", "", "}", ""},
    {"int f(int a) { return ", "!", "a", "", "; }"},
    {"int f(int a) { return ", "- ", "a", "", "; }"},
    {"int f(int a) { return ", "(int)", "a", "", "; }"},
    {"int f(int a) { return ", "sizeof ", "a", "", "; }"},
    {"int f(int a) { return ", "f(", "a", ")", "; }"},
    {"int f(int a, int *p) { return ", "p[", "a", "]", "; }"},
    {"int f(int a) { return a", " + a", "", "", "; }"},
    {"int f(int a) { return ", "a ? a : ", "a", "", "; }"},
    {"int f(int a) { return ", "a ? ", "a", " : a", "; }"},
    {"int f(int a) { return ", "(a, ", "a", ")", "; }"},
    {"int f(int a) { ", "a = ", "a", "", "; return a; }"},
    {"int f(int a) { return ", "({ ", "a;", "})", "; }"},
    {"int f(int a) { ", "if (a) ", ";", "", " return 1; }"},
    {"int f(int a) { if (a) ;", " else if (a) ;", "", "", " return 1; }"},
    {"int f(int a) { ", "for (;;) ", ";", "", "}"},
    {"int f(int a) { switch (a) {", "case 1:", ";", "", "} return 0; }"},
    {"int f(int a) { ", "do ", ";", " while (a);", "}"},
    {"int f(int a) { ", "upc_forall (;;;a) ", ";", "", "}"},
    {"int ", "*", "p", "", ";"},
    {"int ", "(*", "p", ")(void)", ";"},
    {"int ", "(", "p", ")", ";"},
    {"int a", "[1]", "", "", ";"},
    {"int x[] = ", "{", "1", "}", ";"},
    {"", "struct { int a; ", "int b;", "} c;", ""},
    {"void f", "(void (*g)", "(void)", ")", ";"},
    {"", "__attribute__((aligned(", "8", ")))", " int x;"},
    {"int x __attribute__((annotate(", "(", "1", ")", ")));"},
    {"const char *s = ", "\"a\" ", "\"b\"", "", ";"},
    {"", "int a; ", "", "", ""},
    {"int a", ", a", "", "", ";"},
    {"", "extern int f(void) { ", "", "", ""},
    {"", "__typeof__(", "1", ")", " x;"},
    {"int x = ", "_Generic(1, default: ", "1", ")", ";"},
    {"int f(int a) { ", "L: ", ";", "", "}"},
    {"struct s { struct s *n; } *p; int f(void) { return p", "->n", "", "", " == 0; }"},
    {"shared ", "shared ", "int x;", "", ""},
    {"shared int *p; int f(void) { return ", "*(shared int *)", "p", "", "; }"},
    {"int f(int a) { ", "#pragma omp parallel\n", ";", "", "}"},
    {"int x = 1", " ? 2 : 3", "", "", ";"},
    {"int x = ", "((", "1", ") + 1)", ";"},
};

TEST(Fuzz, deep_nesting) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the limit of nesting is for the frames of a plain build; instrumented ones need more than this "
                    "process's stack";
#endif
    const auto text = [](unsigned i) {
        const Nest &n = nests[i / 3];
        const unsigned depth = i % 3 == 0 ? 300 : i % 3 == 1 ? 5000 : 60000;
        return n.before + repeat(n.open, depth) + n.middle + repeat(n.close, depth) + n.after;
    };
    survive(
        std::size(nests) * 3, 3, 60, [&](unsigned i) { translate(text(i), 0); },
        [&](unsigned i) { return text(i).substr(0, 200); });
}

TEST(Fuzz, deep_types) {
    const auto chain = [](unsigned i) {
        std::string text = "typedef int t0; ";
        for (unsigned k = 0; k < 5000; ++k) {
            const std::string from = "t" + std::to_string(k), to = "t" + std::to_string(k + 1);
            if (i == 0) text += "typedef " + from + " *" + to + "; ";
            if (i == 1) text += "typedef " + from + " (*" + to + ")(void); ";
            if (i == 2) text += "typedef struct s" + to + " { " + from + " *m; } " + to + "; ";
            if (i == 3) text += "typedef " + from + " " + to + "; ";
            if (i == 4) text += "typedef shared " + from + " *" + to + "; ";
        }
        return text + "t5000 x; shared t5000 y; int f(void) { return x == y; }";
    };
    survive(
        5, 1, 60, [&](unsigned i) { translate(chain(i), 0); }, [](unsigned i) { return "chain " + std::to_string(i); });
}

} // namespace
