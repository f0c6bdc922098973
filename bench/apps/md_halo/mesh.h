/* The long-range part of md_halo. Charges of the molecules are entered into a mesh. Each cell of it
 * gets the potential of all. A molecule's force is the slope of the potential at its cell.
 *
 * Ranks of their own do it, each for some of the others and for a slab of the mesh. Programs of
 * molecular dynamics call them PME (particle-mesh Ewald), and the others PP (particle-particle).
 *
 *     PP rank r     posts its molecules to mesh rank r % M on link HALO_LINKS + r / M, computes
 *                   pairs, and takes their forces
 *     mesh rank     enters what it takes, sums over its group, computes its slab, sums again, and
 *                   posts forces
 *
 * Each molecule is in one place, charges are integers, and a sum with zeros is exact: the result
 * does not depend on the ranks. */
#ifndef BENCH_MD_HALO_MESH_H
#define BENCH_MD_HALO_MESH_H

#include "domain.h"

enum { MESH_SIDE = 8, MESH_CELLS = MESH_SIDE * MESH_SIDE * MESH_SIDE };
#define MESH_STRENGTH 0.05

struct mesh_force {
    double force[AXES];
};

struct mesh {
    int ranks;     /* 0: there is no long-range part */
    int particles; /* PP ranks */
    double *charge;
    double *potential;
    struct mesh_force *forces; /* to be posted */
    size_t room;
};

static inline double mesh_charge_of(long number) {
    return number % 2 ? 1 : -1;
}

static inline int mesh_coordinate(const struct md_box *box, double at) {
    const int c = (int)(at / box->side * MESH_SIDE);
    return c < 0 ? 0 : c < MESH_SIDE ? c : MESH_SIDE - 1;
}

static inline int mesh_cell(const int c[AXES]) {
    return c[0] + MESH_SIDE * (c[1] + MESH_SIDE * c[2]);
}

static inline void mesh_enter(const struct md_box *box, const double at[AXES], long number, double *charge) {
    int c[AXES];
    for (int a = 0; a < AXES; a++)
        c[a] = mesh_coordinate(box, at[a]);
    charge[mesh_cell(c)] += mesh_charge_of(number);
}

/* The potential of a unit charge so many cells away. */
static inline double mesh_kernel(const struct md_box *box, int from, int to) {
    const double width = box->side / MESH_SIDE;
    double square = 1; /* charges are smeared over a cell */
    for (int a = 0; a < AXES; a++) {
        const int apart = abs(from % MESH_SIDE - to % MESH_SIDE);
        const int nearest = apart < MESH_SIDE - apart ? apart : MESH_SIDE - apart;
        square += width * width * nearest * nearest;
        from /= MESH_SIDE;
        to /= MESH_SIDE;
    }
    return 1 / sqrt(square);
}

/* Of cells first .. end - 1. */
static inline void mesh_solve(const struct md_box *box, const double *charge, double *potential, long first, long end) {
    for (long to = first; to < end; to++) {
        potential[to] = 0;
        for (int from = 0; from < MESH_CELLS; from++)
            if (charge[from] != 0) potential[to] += charge[from] * mesh_kernel(box, from, (int)to);
    }
}

static inline struct mesh_force mesh_force_at(const struct md_box *box, const double at[AXES], long number,
                                              const double *potential) {
    struct mesh_force result;
    int c[AXES];
    for (int a = 0; a < AXES; a++)
        c[a] = mesh_coordinate(box, at[a]);
    for (int a = 0; a < AXES; a++) {
        const int here = c[a];
        c[a] = (here + 1) % MESH_SIDE;
        const double above = potential[mesh_cell(c)];
        c[a] = (here + MESH_SIDE - 1) % MESH_SIDE;
        const double below = potential[mesh_cell(c)];
        c[a] = here;
        const double slope = (above - below) * MESH_SIDE / (2 * box->side);
        result.force[a] = -MESH_STRENGTH * mesh_charge_of(number) * slope;
    }
    return result;
}

static inline int mesh_links(int particles, int ranks) {
    return ranks ? (particles + ranks - 1) / ranks : 0;
}

/* ---- the PP side ---- */

static inline void mesh_ask(const struct mesh *mesh, struct halo_domain *domain, long call) {
    domain->outbox_size = 0;
    for (int i = 0; i < domain->atoms.own; i++) {
        const struct halo_atom *atom = &domain->atoms.atom[i];
        const struct halo_copy copy = {{atom->at[0], atom->at[1], atom->at[2]}, atom->number};
        halo_pack(domain, &copy, sizeof copy);
    }
    wire_post(call, HALO_LINKS + wire_me() / mesh->ranks, domain->outbox, domain->outbox_size,
              mesh->particles + wire_me() % mesh->ranks);
}

static inline void mesh_add(const struct mesh *mesh, const struct halo_domain *domain, struct md_vector *force,
                            long call) {
    const struct wire_message message = wire_take(call, HALO_LINKS, mesh->particles + wire_me() % mesh->ranks);
    const struct mesh_force *far = message.bytes;
    for (size_t i = 0; i < message.size / sizeof *far && i < (size_t)domain->atoms.own; i++)
        md_add(&force[i], (struct md_vector){far[i].force[0], far[i].force[1], far[i].force[2]}, 1);
}

/* ---- the side of the mesh ---- */

static inline void mesh_open(struct mesh *mesh) {
    mesh->charge = wire_shared(MESH_CELLS);
    mesh->potential = wire_shared(MESH_CELLS);
}

static inline void mesh_answer(struct mesh *mesh, const struct md_box *box, struct wire_message asked, int rank,
                               long call) {
    const struct halo_copy *copy = asked.bytes;
    const size_t count = asked.size / sizeof *copy;
    if (count > mesh->room) mesh->forces = halo_room(mesh->forces, (mesh->room = count) * sizeof *mesh->forces);
    for (size_t i = 0; i < count; i++)
        mesh->forces[i] = mesh_force_at(box, copy[i].at, copy[i].number, mesh->potential);
    wire_post(call, HALO_LINKS, mesh->forces, count * sizeof *mesh->forces, rank);
}

/* One step. A message lies in its link until the answer to it has been sent. */
static inline void mesh_step(struct mesh *mesh, const struct md_box *box, long call) {
    const int index = wire_me() - mesh->particles;
    const int links = mesh_links(mesh->particles, mesh->ranks);
    struct wire_message asked[links];
    memset(mesh->charge, 0, MESH_CELLS * sizeof *mesh->charge);
    memset(mesh->potential, 0, MESH_CELLS * sizeof *mesh->potential);
    for (int rank = index, link = 0; rank < mesh->particles; rank += mesh->ranks, link++) {
        asked[link] = wire_take(call, HALO_LINKS + link, rank);
        const struct halo_copy *copy = asked[link].bytes;
        for (size_t i = 0; i < asked[link].size / sizeof *copy; i++)
            mesh_enter(box, copy[i].at, copy[i].number, mesh->charge);
    }
    wire_sum(mesh->charge, MESH_CELLS, WIRE_GROUP);
    mesh_solve(box, mesh->charge, mesh->potential, part_first(MESH_CELLS, mesh->ranks, index),
               part_first(MESH_CELLS, mesh->ranks, index + 1));
    wire_sum(mesh->potential, MESH_CELLS, WIRE_GROUP);
    for (int rank = index, link = 0; rank < mesh->particles; rank += mesh->ranks, link++)
        mesh_answer(mesh, box, asked[link], rank, call);
}

#endif
