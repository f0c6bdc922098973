/* Reference for md.upc: molecules and cells divided among OpenMP threads. Prints the time of the
 * steps. With the word `molecule` it locks molecules, without cells. */
#include <omp.h>

#include "md.h"

static struct md_box box;
static struct md_molecule *molecule;
static struct md_cell *cell;
static struct md_place *place; /* of a molecule */
static omp_lock_t *lock;
static int molecule_locks;

static void members_read(struct md_members *m, int c) {
    m->count = cell[c].count;
    for (int i = 0; i < m->count; i++)
        m->at[i] = cell[c].at[i];
    md_forces_clear(m);
}

static void members_add(const struct md_members *m, int c) {
    omp_set_lock(&lock[c]);
    for (int i = 0; i < m->count; i++)
        md_add(&cell[c].force[i], m->force[i], 1);
    omp_unset_lock(&lock[c]);
}

static void members_add_each(const struct md_members *m, int c) {
    for (int i = 0; i < m->count; i++) {
        omp_lock_t *own = &lock[cell[c].number[i]];
        omp_set_lock(own);
        md_add(&cell[c].force[i], m->force[i], 1);
        omp_unset_lock(own);
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

static void cells_enter(void) {
#pragma omp for schedule(static)
    for (int c = 0; c < box.cells; c++)
        cell[c].count = 0;
#pragma omp for schedule(static)
    for (int m = 0; m < box.molecules; m++) {
        const int c = md_cell(&box, molecule[m].at);
        omp_set_lock(&lock[c]);
        const int slot = md_slot(cell[c].count++);
        omp_unset_lock(&lock[c]);
        cell[c].number[slot] = m;
        cell[c].at[slot] = molecule[m].at;
        cell[c].force[slot] = (struct md_vector){0, 0, 0};
        place[m] = (struct md_place){c, slot};
    }
}

static void forces(struct md_members *own, struct md_members *other) {
    cells_enter();
#pragma omp for schedule(static, 1)
    for (int c = 0; c < box.cells; c++)
        cell_do(c, own, other);
#pragma omp for schedule(static)
    for (int m = 0; m < box.molecules; m++)
        molecule[m].force = cell[place[m].cell].force[place[m].slot];
}

static void steps(void) {
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    {
        struct md_members own;
        struct md_members other;
        for (int s = 0; s < MD_STEPS; s++) {
            forces(&own, &other);
#pragma omp for schedule(static)
            for (int m = 0; m < box.molecules; m++)
                molecule[m] = md_moved(&box, molecule[m]);
        }
        forces(&own, &other);
    }
}

static int forces_right(void) {
    int right = 1;
    for (int m = 0; m < box.molecules; m += md_check_step(&box)) {
        struct md_vector sum = {0, 0, 0};
        for (int other = 0; other < box.molecules; other++)
            if (other != m) md_add(&sum, md_force(&box, molecule[m].at, molecule[other].at), 1);
        right &= md_same_force(molecule[m].force, sum);
    }
    return right;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    box = md_box_of(name);
    if (!box.molecules) return program_unknown_class("md", name);
    molecule_locks = program_form(words, word, "molecule");
    const int locks = molecule_locks ? box.molecules : box.cells;
    molecule = program_memory((size_t)box.molecules * sizeof *molecule);
    place = program_memory((size_t)box.molecules * sizeof *place);
    cell = program_memory((size_t)box.cells * sizeof *cell);
    lock = program_memory((size_t)locks * sizeof *lock);
    for (int l = 0; l < locks; l++)
        omp_init_lock(&lock[l]);
    for (int m = 0; m < box.molecules; m++)
        molecule[m] = md_molecule_at(&box, m);
    const double start = bench_now_ns();
    steps();
    bench_print("md", bench_now_ns() - start);
    return program_verdict("md", name, forces_right());
}
