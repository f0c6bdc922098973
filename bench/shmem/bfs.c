/* Breadth-first search as in Graph500: a Kronecker graph of 2^scale vertices and 16 edges for each,
 * level by level from one vertex. Each PE has adjoining vertices and their edges. Prints the time
 * of an edge of the component, from both of its ends.
 *
 *     S scale 10, W 14, A 17, B 20
 *
 * Who finds a vertex claims it with one compare-and-swap of its parent. Then it puts the vertex
 * into the queue of the owner, at a place that one fetch-and-increment gives.
 *
 * The result is a tree of shortest paths, checked by the rules of Graph500. Each vertex has an edge
 * to its parent, whose level is one less. The ends of an edge are at most a level apart, and both
 * were found, or none. */
#include <shmem.h>

#include "../apps/program.h"
#include "symmetric.h"

enum { EDGES_A_VERTEX = 16 };

struct edge {
    long from;
    long to;
};

static int scale;
static long vertices;
static long edges;
static long first; /* vertex of this PE */
static long end;
static int me;
static int pes;

/* Of the own vertices: where the neighbours of each begin. */
static long *start_of;
static long *neighbours;

/* Symmetric: parent and level of the own vertices, -1 if none; two queues that take turns. */
static long *parent;
static long *level;
static long *queue[2];
static long queued[2];
static long scanned;
static long wrong;

static int scale_of(char class) {
    return class == 'S' ? 10 : class == 'W' ? 14 : class == 'A' ? 17 : class == 'B' ? 20 : 0;
}

static uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Each bit of both ends falls into one of four quarters: 57, 19, 19 and 5 of 100. Ends are then
 * numbered anew, so that those with many edges lie anywhere. */
static struct edge edge_next(uint64_t *state) {
    const uint64_t mask = (UINT64_C(1) << scale) - 1;
    uint64_t from = 0;
    uint64_t to = 0;
    for (int bit = 0; bit < scale; bit++) {
        const unsigned quarter = (unsigned)(random_next(state) % 100);
        from = from << 1 | (quarter >= 76);
        to = to << 1 | ((quarter >= 57 && quarter < 76) || quarter >= 95);
    }
    const uint64_t odd = UINT64_C(0x9e3779b1);
    return (struct edge){(long)((from * odd + 12345) & mask), (long)((to * odd + 12345) & mask)};
}

static int is_own(long vertex) {
    return vertex >= first && vertex < end;
}

/* Every PE makes all edges, and keeps those of its vertices. */
static void graph_create(void) {
    const long own = end - first;
    start_of = program_memory((size_t)(own + 1) * sizeof *start_of);
    uint64_t state = 1;
    for (long e = 0; e < edges; e++) {
        const struct edge edge = edge_next(&state);
        if (is_own(edge.from)) start_of[edge.from - first + 1]++;
        if (is_own(edge.to)) start_of[edge.to - first + 1]++;
    }
    for (long v = 0; v < own; v++)
        start_of[v + 1] += start_of[v];
    neighbours = program_memory((size_t)start_of[own] * sizeof *neighbours);
    long *next = program_memory((size_t)(own + 1) * sizeof *next);
    memcpy(next, start_of, (size_t)own * sizeof *next);
    state = 1;
    for (long e = 0; e < edges; e++) {
        const struct edge edge = edge_next(&state);
        if (is_own(edge.from)) neighbours[next[edge.from - first]++] = edge.to;
        if (is_own(edge.to)) neighbours[next[edge.to - first]++] = edge.from;
    }
    free(next);
}

static void search_prepare(void) {
    const size_t most = (size_t)(vertices / pes) + 1;
    parent = symmetric_memory(most * sizeof *parent);
    level = symmetric_memory(most * sizeof *level);
    for (int q = 0; q < 2; q++)
        queue[q] = symmetric_memory(most * sizeof *queue[q]);
    for (long v = 0; v < end - first; v++)
        parent[v] = level[v] = -1;
}

static void claim(long vertex, long by, int to_queue) {
    const int owner = part_of(vertices, pes, vertex);
    const long at = vertex - part_first(vertices, pes, owner);
    if (shmem_long_g(parent + at, owner) >= 0) return;
    if (shmem_long_atomic_compare_swap(parent + at, -1, by, owner) >= 0) return;
    const long place = shmem_long_atomic_fetch_inc(&queued[to_queue], owner);
    shmem_long_p(queue[to_queue] + place, vertex, owner);
}

static void search(long root) {
    if (is_own(root)) claim(root, root, 0);
    shmem_barrier_all();
    long depth = 0;
    for (int q = 0; symmetric_sum(&queued[q], pes); q = !q, depth++) {
        for (long i = 0; i < queued[q]; i++) {
            const long v = queue[q][i] - first;
            level[v] = depth;
            scanned += start_of[v + 1] - start_of[v];
            for (long e = start_of[v]; e < start_of[v + 1]; e++)
                claim(neighbours[e], v + first, !q);
        }
        shmem_barrier_all(); /* all have gone through their queue, and know how long it was */
        queued[q] = 0;
        shmem_barrier_all();
    }
}

static long level_at(long vertex) {
    const int owner = part_of(vertices, pes, vertex);
    return shmem_long_g(level + (vertex - part_first(vertices, pes, owner)), owner);
}

/* Of an own vertex, by the rules of Graph500. */
static long vertex_wrong(long v, long root) {
    long count = 0;
    int has_parent = v + first == root && parent[v] == root;
    for (long e = start_of[v]; e < start_of[v + 1]; e++) {
        const long theirs = level_at(neighbours[e]);
        count += (level[v] < 0) != (theirs < 0) || labs(level[v] - theirs) > 1;
        has_parent = has_parent || (neighbours[e] == parent[v] && theirs == level[v] - 1);
    }
    return count + (level[v] >= 0 && !has_parent) + ((level[v] == 0) != (v + first == root));
}

int main(int words, char **word) {
    shmem_init();
    me = shmem_my_pe();
    pes = shmem_n_pes();
    const char name = program_class(words, word, 'A');
    scale = scale_of(name);
    if (!scale) return program_unknown_class("bfs", name);
    vertices = 1L << scale;
    edges = EDGES_A_VERTEX * vertices;
    first = part_first(vertices, pes, me);
    end = part_first(vertices, pes, me + 1);
    graph_create();
    search_prepare();
    uint64_t state = 1;
    const long root = edge_next(&state).from; /* it has an edge */
    shmem_barrier_all();
    const double start = bench_now_ns();
    search(root);
    const double taken = bench_now_ns() - start;
    for (long v = 0; v < end - first; v++)
        wrong += vertex_wrong(v, root);
    shmem_barrier_all();
    const long ends = symmetric_sum(&scanned, pes);
    const long wrong_anywhere = symmetric_sum(&wrong, pes);
    shmem_barrier_all();
    if (me == 0) bench_print("bfs", taken * 2 / (double)ends);
    for (int q = 0; q < 2; q++)
        shmem_free(queue[q]);
    shmem_free(level);
    shmem_free(parent);
    free(neighbours);
    free(start_of);
    const int right = wrong_anywhere == 0 && ends > edges;
    const int status = me == 0 ? program_verdict("bfs", name, right) : 0;
    shmem_finalize();
    return status;
}
