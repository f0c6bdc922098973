/* UTS, "unbalanced tree search" (Olivier and others, LCPC 2006): count the nodes of a tree that
 * comes into being as it is searched. A node is a digest of SHA-1. Child c of a node is the digest
 * of the node's digest and the number c. The number of a node's children follows from its digest
 * and its depth. Nobody can know where the work lies, so threads steal work from each other. Both
 * sides share the trees, their published numbers of nodes and leaves, and the digest.
 *
 * Vocabulary: kinds of trees.
 * - geometric: the number of children of a node is geometrically distributed with a mean of `mean`,
 *   up to depth `depth`;
 * - linear: the same, but the mean falls to 0 at `depth`;
 * - binomial: the root has `mean` children, any other node `many` with probability `chance`, else
 *   none;
 * - hybrid: geometric and linear in the upper half, binomial below. */
#ifndef BENCH_UTS_H
#define BENCH_UTS_H

#include <math.h>
#include <string.h>

#include "program.h"

enum { UTS_DIGEST = 5, UTS_CHILDREN_MAX = 100 };
enum uts_shape { UTS_GEOMETRIC, UTS_LINEAR, UTS_BINOMIAL, UTS_HYBRID };

struct uts_tree {
    char name; /* class */
    const char *published;
    enum uts_shape shape;
    int depth;
    double mean;
    double chance;
    int many;
    uint32_t seed;
    long nodes; /* 0: not published; one thread counts */
    long leaves;
};

static const struct uts_tree uts_trees[] = {
    {'S', "T1 to depth 6", UTS_GEOMETRIC, 6, 4, 0, 0, 19, 0, 0},
    {'W', "T3", UTS_BINOMIAL, 0, 2000, 0.124875, 8, 42, 4112897, 3599034},
    {'A', "T1", UTS_GEOMETRIC, 10, 4, 0, 0, 19, 4130071, 3305118},
    {'B', "T4", UTS_HYBRID, 16, 6, 0.234375, 4, 1, 4132453, 3108986},
    {'C', "T5", UTS_LINEAR, 20, 4, 0, 0, 34, 4147582, 2181318},
    {'D', "T1L", UTS_GEOMETRIC, 13, 4, 0, 0, 29, 102181082, 81746377},
};

static inline const struct uts_tree *uts_tree_find(char name) {
    for (unsigned t = 0; t < sizeof uts_trees / sizeof uts_trees[0]; t++)
        if (uts_trees[t].name == name) return &uts_trees[t];
    return NULL;
}

struct uts_node {
    uint32_t digest[UTS_DIGEST];
    int32_t depth;
};

struct uts_counts {
    long nodes;
    long leaves;
};

static inline uint32_t uts_rotate(uint32_t x, int bits) {
    return x << bits | x >> (32 - bits);
}

/* Twenty rounds of SHA-1; `kind` selects what b, c and d are mixed to. */
static inline void uts_rounds(uint32_t *state, const uint32_t *w, uint32_t constant, int kind) {
    uint32_t a = state[0];
    uint32_t b = state[1];
    uint32_t c = state[2];
    uint32_t d = state[3];
    uint32_t e = state[4];
    for (int i = 0; i < 20; i++) {
        const uint32_t mixed = kind == 0 ? d ^ (b & (c ^ d)) : kind == 2 ? (b & c) | (d & (b | c)) : b ^ c ^ d;
        const uint32_t next = uts_rotate(a, 5) + mixed + e + constant + w[i];
        e = d;
        d = c;
        c = uts_rotate(b, 30);
        b = a;
        a = next;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
    state[4] = e;
}

/* SHA-1 (FIPS 180-4) of a message of up to 13 words of 32 bits: one block. */
static inline void uts_digest(const uint32_t *message, int words, uint32_t *digest) {
    const uint32_t initial[UTS_DIGEST] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint32_t w[80];
    uint32_t state[UTS_DIGEST];
    for (int i = 0; i < 16; i++)
        w[i] = i < words ? message[i] : 0;
    w[words] = 0x80000000;
    w[15] = (uint32_t)words * 32;
    for (int i = 16; i < 80; i++)
        w[i] = uts_rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < UTS_DIGEST; i++)
        state[i] = initial[i];
    uts_rounds(state, w, 0x5a827999, 0);
    uts_rounds(state, w + 20, 0x6ed9eba1, 1);
    uts_rounds(state, w + 40, 0x8f1bbcdc, 2);
    uts_rounds(state, w + 60, 0xca62c1d6, 1);
    for (int i = 0; i < UTS_DIGEST; i++)
        digest[i] = initial[i] + state[i];
}

static inline struct uts_node uts_root(const struct uts_tree *tree) {
    const uint32_t message[UTS_DIGEST] = {0, 0, 0, 0, tree->seed};
    struct uts_node root = {.depth = 0};
    uts_digest(message, UTS_DIGEST, root.digest);
    return root;
}

static inline struct uts_node uts_child(const struct uts_node *parent, int number) {
    uint32_t message[UTS_DIGEST + 1];
    struct uts_node child = {.depth = parent->depth + 1};
    memcpy(message, parent->digest, sizeof parent->digest);
    message[UTS_DIGEST] = (uint32_t)number;
    uts_digest(message, UTS_DIGEST + 1, child.digest);
    return child;
}

/* How many children a node has. */
static inline int uts_children(const struct uts_tree *tree, const struct uts_node *node) {
    const double random = (node->digest[UTS_DIGEST - 1] & 0x7fffffff) * 0x1p-31;
    if (tree->shape == UTS_BINOMIAL && node->depth == 0) return (int)tree->mean;
    if (tree->shape == UTS_BINOMIAL || (tree->shape == UTS_HYBRID && node->depth >= tree->depth / 2))
        return random < tree->chance ? tree->many : 0;
    double mean = tree->mean;
    if (node->depth > 0 && tree->shape == UTS_GEOMETRIC && node->depth >= tree->depth) mean = 0;
    if (node->depth > 0 && tree->shape != UTS_GEOMETRIC) mean *= 1 - (double)node->depth / tree->depth;
    if (mean <= 0) return 0;
    const int children = (int)floor(log(1 - random) / log(1 - 1 / (1 + mean)));
    return children < UTS_CHILDREN_MAX ? children : UTS_CHILDREN_MAX;
}

/* One thread counts what hangs below a node, itself included; for shallow trees. */
static inline void uts_count(const struct uts_tree *tree, const struct uts_node *node, struct uts_counts *counts) {
    const int children = uts_children(tree, node);
    counts->nodes++;
    counts->leaves += children == 0;
    for (int c = 0; c < children; c++) {
        const struct uts_node child = uts_child(node, c);
        uts_count(tree, &child, counts);
    }
}

static inline int uts_right(const struct uts_tree *tree, const struct uts_counts *found) {
    struct uts_counts expected = {tree->nodes, tree->leaves};
    if (!expected.nodes) {
        const struct uts_node root = uts_root(tree);
        uts_count(tree, &root, &expected);
    }
    return found->nodes == expected.nodes && found->leaves == expected.leaves;
}

#endif
