/* Molecular dynamics with domain decomposition and halo exchange: the molecules of md.h, a domain a
 * rank (domain.h). The same program runs over MPI and over OpenSHMEM (wire.h).
 * After "Introducing SHMEM into the GROMACS molecular dynamics application" (Reyes, Turner, Hess:
 * PGAS 2013).
 *
 *     md_halo [CLASS] [mesh] [latency] [FORM]
 *
 *     mesh       some of the ranks compute a long-range part (mesh.h)
 *     latency    how long an exchange takes, by size
 *
 * A step: refresh the domain and its halo, compute forces, sum the energy over all ranks. With
 * OpenSHMEM the places for messages must be as large on all ranks, and they grow on all ranks
 * together. Nobody asks before each exchange: a message that does not fit is left out, and the sum
 * that the step needs anyway says so. Then all grow, and take the step again from what they had.
 *
 * The check: forces are those of all pairs, and of one mesh on one rank. All molecules are
 * there. */
#ifndef BENCH_MD_HALO_H
#define BENCH_MD_HALO_H

#include "domain.h"
#include "mesh.h"

enum { HALO_FIRST_BYTES = 1024 };

struct md_halo {
    struct halo_domain domain;
    struct halo_atoms before; /* own molecules, as they were before the step */
    struct mesh mesh;
    struct md_vector *force; /* of own molecules */
    int *head;               /* first molecule of a cell */
    int *next;
    double *sums; /* kinetic energy, ranks that had no room */
    long attempts;
    long redone;
};

/* ---- forces ---- */

struct halo_cells {
    int side[AXES];
    double width[AXES];
};

/* Own cells and one layer around them, each as wide as the cut-off at least. */
static inline struct halo_cells halo_cells_of(const struct halo_domain *domain) {
    struct halo_cells cells;
    for (int a = 0; a < AXES; a++) {
        const double width = domain->high[a] - domain->low[a];
        const int count = (int)(width / MD_CUT_OFF);
        cells.width[a] = width / count;
        cells.side[a] = count + 2;
    }
    return cells;
}

static inline int halo_cell_coordinate(const struct halo_domain *domain, const struct halo_cells *cells, int a,
                                       double at) {
    const int c = (int)floor((at - domain->low[a]) / cells->width[a]) + 1;
    return c < 0 ? 0 : c < cells->side[a] ? c : cells->side[a] - 1;
}

static inline void halo_enter(struct md_halo *md, const struct halo_cells *cells) {
    const struct halo_atoms *atoms = &md->domain.atoms;
    const int count = cells->side[0] * cells->side[1] * cells->side[2];
    md->head = halo_room(md->head, (size_t)count * sizeof *md->head);
    md->next = halo_room(md->next, (size_t)atoms->count * sizeof *md->next);
    for (int c = 0; c < count; c++)
        md->head[c] = -1;
    for (int i = 0; i < atoms->count; i++) {
        int cell = 0;
        for (int a = AXES; a-- > 0;)
            cell = cell * cells->side[a] + halo_cell_coordinate(&md->domain, cells, a, atoms->atom[i].at[a]);
        md->next[i] = md->head[cell];
        md->head[cell] = i;
    }
}

/* The force of one molecule on another, where both are: no image is nearer. */
static inline void halo_pair(const double a[AXES], const double b[AXES], struct md_vector *force) {
    const double x = a[0] - b[0];
    const double y = a[1] - b[1];
    const double z = a[2] - b[2];
    const double square = x * x + y * y + z * z;
    if (square >= MD_CUT_OFF * MD_CUT_OFF) return;
    const double inverse = 1 / square;
    const double sixth = inverse * inverse * inverse;
    md_add(force, (struct md_vector){x, y, z}, 24 * sixth * (2 * sixth - 1) * inverse);
}

static inline void halo_forces_of(struct md_halo *md, const struct halo_cells *cells, int i) {
    const struct halo_atom *atom = md->domain.atoms.atom;
    int c[AXES];
    md->force[i] = (struct md_vector){0, 0, 0};
    for (int a = 0; a < AXES; a++)
        c[a] = halo_cell_coordinate(&md->domain, cells, a, atom[i].at[a]);
    for (int n = 0; n < 27; n++) {
        const int x = c[0] + n % 3 - 1;
        const int y = c[1] + n / 3 % 3 - 1;
        const int z = c[2] + n / 9 - 1;
        for (int j = md->head[x + cells->side[0] * (y + cells->side[1] * z)]; j >= 0; j = md->next[j])
            if (j != i) halo_pair(atom[i].at, atom[j].at, &md->force[i]);
    }
}

static inline void halo_forces(struct md_halo *md) {
    const struct halo_cells cells = halo_cells_of(&md->domain);
    md->force = halo_room(md->force, (size_t)md->domain.atoms.own * sizeof *md->force);
    halo_enter(md, &cells);
    for (int i = 0; i < md->domain.atoms.own; i++)
        halo_forces_of(md, &cells, i);
}

/* ---- steps ---- */

static inline int halo_computes_pairs(const struct md_halo *md) {
    return wire_me() < md->mesh.particles;
}

static inline void halo_restore(struct md_halo *md) {
    md->domain.atoms.count = 0;
    for (int i = 0; i < md->before.own; i++)
        *halo_add(&md->domain.atoms) = md->before.atom[i];
}

static inline void halo_keep(struct md_halo *md) {
    md->before.count = 0;
    for (int i = 0; i < md->domain.atoms.own; i++)
        *halo_add(&md->before) = md->domain.atoms.atom[i];
    md->before.own = md->before.count;
}

static inline double halo_energy(const struct md_halo *md) {
    double sum = 0;
    for (int i = 0; i < md->domain.atoms.own; i++)
        for (int a = 0; a < AXES; a++)
            sum += md->domain.atoms.atom[i].speed[a] * md->domain.atoms.atom[i].speed[a] / 2;
    return sum;
}

static inline void halo_pairs_attempt(struct md_halo *md, long call) {
    halo_restore(md);
    halo_refresh(&md->domain);
    if (md->mesh.ranks) mesh_ask(&md->mesh, &md->domain, call);
    halo_forces(md);
    if (md->mesh.ranks) mesh_add(&md->mesh, &md->domain, md->force, call);
}

/* Whether all messages fitted, on all ranks; else there is more room now. */
static inline int halo_attempt(struct md_halo *md) {
    const long call = ++md->attempts;
    if (halo_computes_pairs(md))
        halo_pairs_attempt(md, call);
    else
        mesh_step(&md->mesh, &md->domain.box, call);
    md->sums[0] = halo_energy(md);
    md->sums[1] = wire_unfit() != 0;
    wire_sum(md->sums, 2, WIRE_ALL);
    if (md->sums[1] == 0) return 1;
    wire_grow(wire_capacity() * 3 / 2);
    md->redone++;
    return 0;
}

/* Forces at where the molecules are. */
static inline void halo_settle(struct md_halo *md) {
    halo_keep(md);
    while (!halo_attempt(md)) {
    }
}

static inline void halo_step(struct md_halo *md) {
    struct halo_atoms *atoms = &md->domain.atoms;
    for (int i = 0; i < atoms->own; i++) {
        const double force[AXES] = {md->force[i].x, md->force[i].y, md->force[i].z};
        for (int a = 0; a < AXES; a++) {
            atoms->atom[i].speed[a] += MD_TIME * force[a];
            atoms->atom[i].at[a] += MD_TIME * atoms->atom[i].speed[a];
        }
    }
    halo_settle(md);
}

/* ---- the check ---- */

/* x, y, z and how many there are of each molecule, on all ranks. */
static inline double *halo_gather(struct md_halo *md) {
    const int count = 4 * md->domain.box.molecules;
    double *all = wire_shared(count);
    memset(all, 0, (size_t)count * sizeof *all);
    for (int i = 0; i < md->domain.atoms.own; i++) {
        const struct halo_atom *atom = &md->domain.atoms.atom[i];
        for (int a = 0; a < AXES; a++)
            all[4 * atom->number + a] = md_wrap(atom->at[a], md->domain.box.side);
        all[4 * atom->number + 3]++;
    }
    wire_sum(all, count, WIRE_ALL);
    return all;
}

static inline double *halo_potential(const struct md_halo *md, const double *all) {
    double *charge = program_memory(2 * MESH_CELLS * sizeof *charge);
    for (int m = 0; m < md->domain.box.molecules; m++)
        mesh_enter(&md->domain.box, all + 4 * m, m, charge);
    mesh_solve(&md->domain.box, charge, charge + MESH_CELLS, 0, MESH_CELLS);
    return charge;
}

static inline int halo_force_right(const struct md_halo *md, const double *all, const double *potential, int i) {
    const struct md_box *box = &md->domain.box;
    const long number = md->domain.atoms.atom[i].number;
    const double *at = all + 4 * number;
    struct md_vector sum = {0, 0, 0};
    for (int other = 0; other < box->molecules; other++) {
        const double *there = all + 4 * other;
        if (other == number) continue;
        md_add(&sum,
               md_force(box, (struct md_vector){at[0], at[1], at[2]}, (struct md_vector){there[0], there[1], there[2]}),
               1);
    }
    if (md->mesh.ranks) {
        const struct mesh_force far = mesh_force_at(box, at, number, potential);
        md_add(&sum, (struct md_vector){far.force[0], far.force[1], far.force[2]}, 1);
    }
    return md_same_force(md->force[i], sum);
}

/* How many molecules are missing, there twice, in a wrong domain, or have a wrong force. Over all
 * ranks. */
static inline double halo_wrong(struct md_halo *md) {
    const double *all = halo_gather(md);
    double *potential = md->mesh.ranks ? halo_potential(md, all) : NULL;
    const double *slopes = potential ? potential + MESH_CELLS : NULL;
    double *wrong = wire_shared(1);
    *wrong = 0;
    for (int m = wire_me(); m < md->domain.box.molecules; m += wire_ranks())
        *wrong += all[4 * m + 3] != 1;
    for (int i = 0; i < md->domain.atoms.own; i++) {
        *wrong += !halo_owns(&md->domain, md->domain.atoms.atom[i].at);
        if (md->domain.atoms.atom[i].number % md_check_step(&md->domain.box) == 0)
            *wrong += !halo_force_right(md, all, slopes, i);
    }
    free(potential);
    wire_sum(wrong, 1, WIRE_ALL);
    return *wrong;
}

/* ---- the program ---- */

static inline void halo_begin(struct md_halo *md) {
    for (int m = 0; halo_computes_pairs(md) && m < md->domain.box.molecules; m++) {
        const struct md_vector at = md_molecule_at(&md->domain.box, m).at;
        const double place[AXES] = {at.x, at.y, at.z};
        if (halo_owns(&md->domain, place))
            *halo_add(&md->domain.atoms) = (struct halo_atom){{at.x, at.y, at.z}, {0, 0, 0}, m};
    }
    md->domain.atoms.own = md->domain.atoms.count;
}

/* Molecules on each rank's side go to the neighbours along x, as in an exchange of the program. */
static inline void halo_latency(struct md_halo *md) {
    static const int sizes[] = {8, 64, 512, 2048, 4096, 16384, 65536};
    const int exchanges = getenv("BENCH_QUICK") ? 50 : 2000;
    char *items = program_memory(65536);
    wire_grow(65536);
    for (int s = 0; s < 7; s++) {
        struct bench_run run = {0};
        for (int chunk = 0; chunk < bench_chunks(); chunk++) {
            const double start = bench_now_ns();
            for (int e = 0; e < exchanges; e++)
                wire_swap(++md->domain.calls, e & 1, items, (size_t)sizes[s], md->domain.neighbour[0][e & 1],
                          md->domain.neighbour[0][!(e & 1)]);
            bench_add(&run, start, exchanges);
        }
        char name[32];
        snprintf(name, sizeof name, "exchange_%d", sizes[s]);
        if (wire_me() == 0) bench_print(name, bench_median_ns(&run));
    }
    free(items);
}

/* What is left to be said once all ranks have ended; the exit status. */
static inline int md_halo_verdict(char class, double wrong, int me) {
    if (wrong >= 0) return me ? 0 : program_verdict("md_halo", class, wrong == 0);
    if (!md_box_of(class).molecules) return me ? 1 : program_unknown_class("md_halo", class);
    if (me == 0) fprintf(stderr, "md_halo class %c: domains of so many ranks are narrower than the cut-off\n", class);
    return 1;
}

/* How much is wrong; -1: the class or the number of ranks does not do. */
static inline double md_halo_run(int words, char **word, char class) {
    static struct md_halo md;
    struct bench_run run = {0};
    const struct md_box box = md_box_of(class);
    const int meshes = !program_form(words, word, "mesh") ? 0 : wire_ranks() < 2 ? 0 : (wire_ranks() + 3) / 4;
    const int rank = wire_me() < wire_ranks() - meshes ? wire_me() : 0;
    md.mesh = (struct mesh){.ranks = meshes, .particles = wire_ranks() - meshes};
    if (!box.molecules || !halo_domain_make(&md.domain, box, rank, md.mesh.particles)) return -1;
    wire_open(md.mesh.particles, HALO_LINKS + mesh_links(md.mesh.particles, meshes), HALO_FIRST_BYTES);
    md.sums = wire_shared(2);
    mesh_open(&md.mesh);
    halo_begin(&md);
    halo_settle(&md);
    for (int s = 0; s < MD_STEPS; s++) {
        wire_barrier();
        const double start = bench_now_ns();
        halo_step(&md);
        bench_add(&run, start, 1);
    }
    if (wire_me() == 0) bench_print("md_halo", bench_median_ns(&run));
    if (wire_me() == 0) printf("redone %ld\n", md.redone);
    const double wrong = halo_wrong(&md);
    if (program_form(words, word, "latency") && !meshes) halo_latency(&md);
    return wrong;
}

#endif
