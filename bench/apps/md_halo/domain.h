/* The domains of md_halo: the cube is cut into boxes, one a rank. A rank owns the molecules in its
 * domain. Its halo is copies of those of others that are nearer than the cut-off.
 *
 * Both are exchanged with the two neighbours along x, then y, then z. What has come from there goes
 * on, so that six messages reach all 26 domains around. A neighbour may be the rank itself.
 *
 * Vocabulary: side 0 of an axis is the low one, 1 the high one. Along an axis each rank sends to
 * one side, then to the other. */
#ifndef BENCH_MD_HALO_DOMAIN_H
#define BENCH_MD_HALO_DOMAIN_H

#include "../md.h"
#include "wire.h"

enum { AXES = 3, HALO_LINKS = 6 }; /* link 2 a + s: to side s along axis a */

struct halo_atom {
    double at[AXES];
    double speed[AXES];
    long number;
};

/* What a neighbour needs to know of a molecule that it does not own. */
struct halo_copy {
    double at[AXES];
    long number;
};

struct halo_atoms {
    struct halo_atom *atom;
    int own; /* the first ones; behind them the halo */
    int count;
    int room;
};

struct halo_domain {
    struct md_box box;
    double low[AXES];
    double high[AXES];
    int neighbour[AXES][2];
    double shift[AXES][2]; /* what is added to coordinates that go there: the cube is periodic */
    struct halo_atoms atoms;
    char *outbox;
    size_t outbox_size;
    size_t outbox_room;
    long calls;
};

static inline void *halo_room(void *memory, size_t bytes) {
    void *larger = realloc(memory, bytes ? bytes : 1);
    if (larger) return larger;
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(1);
}

static inline struct halo_atom *halo_add(struct halo_atoms *atoms) {
    if (atoms->count == atoms->room) {
        atoms->room = 2 * atoms->room + 64;
        atoms->atom = halo_room(atoms->atom, (size_t)atoms->room * sizeof *atoms->atom);
    }
    return &atoms->atom[atoms->count++];
}

static inline void halo_pack(struct halo_domain *domain, const void *item, size_t size) {
    if (domain->outbox_size + size > domain->outbox_room) {
        domain->outbox_room = 2 * domain->outbox_room + 4096;
        domain->outbox = halo_room(domain->outbox, domain->outbox_room);
    }
    memcpy(domain->outbox + domain->outbox_size, item, size);
    domain->outbox_size += size;
}

/* The grid of domains: the larger factors first, so that x is always cut. */
static inline void halo_grid(int ranks, int grid[AXES]) {
    int best = -1;
    for (int x = 1; x <= ranks; x++)
        for (int y = 1; y <= ranks / x; y++) {
            if (ranks % (x * y)) continue;
            const int z = ranks / (x * y);
            const int faces = x * y + y * z + z * x; /* the fewer, the nearer to a cube */
            if (x < y || y < z || (best >= 0 && faces >= best)) continue;
            best = faces;
            grid[0] = x;
            grid[1] = y;
            grid[2] = z;
        }
}

/* Whether domains are wide enough for their neighbours to be all whom they need. */
static inline int halo_domain_make(struct halo_domain *domain, struct md_box box, int rank, int ranks) {
    int grid[AXES];
    halo_grid(ranks, grid);
    const int at[AXES] = {rank % grid[0], rank / grid[0] % grid[1], rank / grid[0] / grid[1]};
    const int stride[AXES] = {1, grid[0], grid[0] * grid[1]};
    *domain = (struct halo_domain){.box = box};
    for (int a = 0; a < AXES; a++) {
        const double width = box.side / grid[a];
        if (width < MD_CUT_OFF) return 0;
        domain->low[a] = width * at[a];
        domain->high[a] = at[a] + 1 < grid[a] ? width * (at[a] + 1) : box.side;
        for (int side = 0; side < 2; side++) {
            const int next = at[a] + (side ? 1 : -1);
            const int wrapped = (next + grid[a]) % grid[a];
            domain->neighbour[a][side] = rank + (wrapped - at[a]) * stride[a];
            domain->shift[a][side] = next < 0 ? box.side : next < grid[a] ? 0 : -box.side;
        }
    }
    return 1;
}

static inline int halo_owns(const struct halo_domain *domain, const double at[AXES]) {
    for (int a = 0; a < AXES; a++)
        if (at[a] < domain->low[a] || at[a] >= domain->high[a]) return 0;
    return 1;
}

static inline struct wire_message halo_exchange(struct halo_domain *domain, int axis, int side) {
    const int to = domain->neighbour[axis][side];
    const int from = domain->neighbour[axis][!side];
    return wire_exchange(++domain->calls, 2 * axis + side, domain->outbox, domain->outbox_size, to, from);
}

/* Sends away the molecules that have left the domain on a side, and takes in those that come. */
static inline void halo_move_side(struct halo_domain *domain, int axis, int side) {
    struct halo_atoms *atoms = &domain->atoms;
    domain->outbox_size = 0;
    for (int i = 0; i < atoms->count;) {
        struct halo_atom *atom = &atoms->atom[i];
        const double at = atom->at[axis];
        if (side ? at < domain->high[axis] : at >= domain->low[axis]) {
            i++;
            continue;
        }
        atom->at[axis] += domain->shift[axis][side];
        halo_pack(domain, atom, sizeof *atom);
        *atom = atoms->atom[--atoms->count];
    }
    const struct wire_message message = halo_exchange(domain, axis, side);
    for (size_t i = 0; i < message.size / sizeof(struct halo_atom); i++)
        *halo_add(atoms) = ((const struct halo_atom *)message.bytes)[i];
}

static inline void halo_copy_side(struct halo_domain *domain, int axis, int side, int known) {
    struct halo_atoms *atoms = &domain->atoms;
    domain->outbox_size = 0;
    for (int i = 0; i < known; i++) {
        const struct halo_atom *atom = &atoms->atom[i];
        const double at = atom->at[axis];
        if (side ? at < domain->high[axis] - MD_CUT_OFF : at >= domain->low[axis] + MD_CUT_OFF) continue;
        struct halo_copy copy = {{atom->at[0], atom->at[1], atom->at[2]}, atom->number};
        copy.at[axis] += domain->shift[axis][side];
        halo_pack(domain, &copy, sizeof copy);
    }
    const struct wire_message message = halo_exchange(domain, axis, side);
    for (size_t i = 0; i < message.size / sizeof(struct halo_copy); i++) {
        const struct halo_copy *copy = (const struct halo_copy *)message.bytes + i;
        *halo_add(atoms) = (struct halo_atom){{copy->at[0], copy->at[1], copy->at[2]}, {0, 0, 0}, copy->number};
    }
}

/* Own molecules without a halo become those of the domain, with one. */
static inline void halo_refresh(struct halo_domain *domain) {
    for (int axis = 0; axis < AXES; axis++)
        for (int side = 0; side < 2; side++)
            halo_move_side(domain, axis, side);
    domain->atoms.own = domain->atoms.count;
    for (int axis = 0; axis < AXES; axis++) {
        const int known = domain->atoms.count; /* what comes from one side does not go to the other */
        for (int side = 0; side < 2; side++)
            halo_copy_side(domain, axis, side, known);
    }
}

#endif
