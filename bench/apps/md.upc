/* Molecular dynamics (see md.h): molecules are dealt out in blocks, cells in turn. A thread
 * computes the pairs its cells are part of. Cells of other threads are read in place, and forces
 * are added to them under a lock. Prints the time of the steps.
 *
 *   (no word)    a lock for each cell
 *   molecule     a lock for each molecule
 *   aggregated   by hand, for threads on several nodes: a lock for each cell, and molecules of a
 *                cell are copied all at once
 *   prefetch     the same, and the copy of the next cell is under way while the pairs of this one
 *                are computed
 */
#include <upc_nb.h>
#include <upc_relaxed.h>

#include "md.h"

enum { BLOCK = 64 };
typedef shared struct md_cell *cells_t;

static struct md_box box;
static shared [BLOCK] struct md_molecule *molecule;
static cells_t cell;
static upc_lock_t **lock;      /* of a cell or of a molecule: a private table */
static struct md_place *place;   /* of this thread's molecules, in the order of their numbers */
static int molecule_locks;
shared int right_of[THREADS];

static void members_read(struct md_members *m, int c) {
    m->count = cell[c].count;
    for (int i = 0; i < m->count; i++) m->at[i] = cell[c].at[i];
    md_forces_clear(m);
}

static void members_add(const struct md_members *m, int c) {
    upc_lock(lock[c]);
    for (int i = 0; i < m->count; i++) {
        struct md_vector sum = cell[c].force[i];
        md_add(&sum, m->force[i], 1);
        cell[c].force[i] = sum;
    }
    upc_unlock(lock[c]);
}

static void members_add_each(const struct md_members *m, int c) {
    for (int i = 0; i < m->count; i++) {
        upc_lock_t *const own = lock[cell[c].number[i]];
        upc_lock(own);
        struct md_vector sum = cell[c].force[i];
        md_add(&sum, m->force[i], 1);
        cell[c].force[i] = sum;
        upc_unlock(own);
    }
}

static void cell_do(int c, struct md_members *own, struct md_members *other) {
    void (*const add)(const struct md_members *, int) = molecule_locks ? members_add_each : members_add;
    members_read(own, c);
    md_pairs(&box, own, own);
    for (int pair = 1; pair < MD_PAIRS; pair++) {
        const int paired = md_cell_paired(&box, c, pair);
        members_read(other, paired);
        md_pairs(&box, own, other);
        add(other, paired);
    }
    add(own, c);
}

/* The aggregated forms: count and positions of a cell adjoin and take one copy, forces one there
 * and one back. */
struct fetched {
    int count;
    struct md_vector at[MD_SLOTS];
};

static void members_take(struct md_members *m, const struct fetched *from) {
    m->count = from->count;
    memcpy(m->at, from->at, (size_t)m->count * sizeof *m->at);
    md_forces_clear(m);
}

static void members_add_at_once(const struct md_members *m, int c) {
    struct md_vector sum[MD_SLOTS];
    const size_t bytes = (size_t)m->count * sizeof *sum;
    upc_lock(lock[c]);
    upc_memget(sum, cell[c].force, bytes);
    for (int i = 0; i < m->count; i++) md_add(&sum[i], m->force[i], 1);
    upc_memput(cell[c].force, sum, bytes);
    upc_unlock(lock[c]);
}

static void cell_do_aggregated(int c, struct md_members *own, struct md_members *other) {
    struct fetched copy;
    members_read(own, c);
    md_pairs(&box, own, own);
    for (int pair = 1; pair < MD_PAIRS; pair++) {
        const int paired = md_cell_paired(&box, c, pair);
        upc_memget(&copy, &cell[paired], sizeof copy);
        members_take(other, &copy);
        md_pairs(&box, own, other);
        members_add_at_once(other, paired);
    }
    members_add_at_once(own, c);
}

static void cell_do_prefetch(int c, struct md_members *own, struct md_members *other) {
    struct fetched copy[2];
    upc_handle_t under_way = upc_memget_nb(&copy[1], &cell[md_cell_paired(&box, c, 1)], sizeof *copy);
    members_read(own, c);
    md_pairs(&box, own, own);
    for (int pair = 1; pair < MD_PAIRS; pair++) {
        upc_sync(under_way);
        if (pair + 1 < MD_PAIRS)
            under_way = upc_memget_nb(&copy[(pair + 1) % 2], &cell[md_cell_paired(&box, c, pair + 1)], sizeof *copy);
        members_take(other, &copy[pair % 2]);
        md_pairs(&box, own, other);
        members_add_at_once(other, md_cell_paired(&box, c, pair));
    }
    members_add_at_once(own, c);
}

typedef void cell_do_t(int c, struct md_members *own, struct md_members *other);

/* Enters this thread's molecules into their cells. */
static void cells_enter(void) {
    int entered = 0;
    upc_forall (int c = 0; c < box.cells; c++; &cell[c]) cell[c].count = 0;
    upc_barrier;
    upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) {
        const struct md_vector at = molecule[m].at;
        const int c = md_cell(&box, at);
        /* Where molecules have the locks, that of a molecule with the cell's number stands for
         * the cell: cells are fewer. */
        upc_lock(lock[c]);
        const int slot = md_slot(cell[c].count++);
        upc_unlock(lock[c]);
        cell[c].number[slot] = m;
        cell[c].at[slot] = at;
        cell[c].force[slot] = (struct md_vector){0, 0, 0};
        place[entered++] = (struct md_place){c, slot};
    }
    upc_barrier;
}

static void forces(cell_do_t *cell_do, struct md_members *own, struct md_members *other) {
    int entered = 0;
    cells_enter();
    upc_forall (int c = 0; c < box.cells; c++; &cell[c]) cell_do(c, own, other);
    upc_barrier;
    upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) {
        const struct md_place p = place[entered++];
        molecule[m].force = cell[p.cell].force[p.slot];
    }
}

static void steps(cell_do_t *cell_do) {
    struct md_members own;
    struct md_members other;
    for (int s = 0; s < MD_STEPS; s++) {
        forces(cell_do, &own, &other);
        upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) molecule[m] = md_moved(&box, molecule[m]);
    }
    forces(cell_do, &own, &other);
    upc_barrier;
}

static int forces_right(void) {
    int right = 1;
    for (int m = MYTHREAD * md_check_step(&box); m < box.molecules; m += THREADS * md_check_step(&box)) {
        struct md_vector sum = {0, 0, 0};
        const struct md_vector at = molecule[m].at;
        for (int other = 0; other < box.molecules; other++)
            if (other != m) md_add(&sum, md_force(&box, at, molecule[other].at), 1);
        right &= md_same_force(molecule[m].force, sum);
    }
    right_of[MYTHREAD] = right;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) right &= right_of[t];
    return right;
}

static size_t locks_count(void) { return (size_t)(molecule_locks ? box.molecules : box.cells); }

static void box_create(void) {
    const size_t blocks = (size_t)(box.molecules + BLOCK - 1) / BLOCK;
    molecule = upc_all_alloc(blocks, BLOCK * sizeof(struct md_molecule));
    cell = upc_all_alloc((size_t)box.cells, sizeof(struct md_cell));
    upc_lock_t *shared *directory = upc_all_alloc(locks_count(), sizeof(upc_lock_t *));
    lock = program_memory(locks_count() * sizeof *lock);
    place = program_memory((size_t)box.molecules * sizeof *place);
    upc_forall (size_t l = 0; l < locks_count(); l++; &directory[l]) directory[l] = upc_global_lock_alloc();
    upc_forall (int m = 0; m < box.molecules; m++; &molecule[m]) molecule[m] = md_molecule_at(&box, m);
    upc_barrier;
    for (size_t l = 0; l < locks_count(); l++) lock[l] = directory[l];
    upc_all_free(directory);
}

static void box_free(void) {
    upc_barrier;
    upc_forall (size_t l = 0; l < locks_count(); l++; l) upc_lock_free(lock[l]);
    upc_all_free(cell);
    upc_all_free(molecule);
    free(place);
    free(lock);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    cell_do_t *form = program_form(words, word, "aggregated") ? cell_do_aggregated
                      : program_form(words, word, "prefetch") ? cell_do_prefetch
                                                              : cell_do;
    molecule_locks = program_form(words, word, "molecule");
    box = md_box_of(name);
    if (!box.molecules) return program_unknown_class("md", name);
    box_create();
    const double start = bench_now_ns();
    steps(form);
    if (MYTHREAD == 0) bench_print("md", bench_now_ns() - start);
    const int right = forces_right();
    box_free();
    return MYTHREAD == 0 ? program_verdict("md", name, right) : 0;
}
