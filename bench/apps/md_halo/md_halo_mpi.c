/* md_halo with MPI: sizes are exchanged first, then the molecules, by MPI_Sendrecv. The receiver
 * makes its own room larger where it must, so that each message fits. */
#include <mpi.h>

#include "md_halo.h"

struct place {
    char *bytes;
    size_t room;
};

static struct place *place; /* of a link */
static size_t capacity;
static MPI_Comm group;

int wire_me(void) {
    int me;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    return me;
}

int wire_ranks(void) {
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
}

void wire_open(int particles, int links, size_t bytes) {
    place = program_memory((size_t)links * sizeof *place);
    capacity = bytes;
    MPI_Comm_split(MPI_COMM_WORLD, wire_me() < particles, wire_me(), &group);
}

static void *place_for(int link, size_t size) {
    if (size > place[link].room) {
        place[link].room = size;
        place[link].bytes = halo_room(place[link].bytes, size);
    }
    return place[link].bytes;
}

struct wire_message wire_exchange(long call, int link, const void *items, size_t size, int to, int from) {
    unsigned long mine = size;
    unsigned long theirs;
    (void)call;
    MPI_Sendrecv(&mine, 1, MPI_UNSIGNED_LONG, to, link, &theirs, 1, MPI_UNSIGNED_LONG, from, link, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    void *bytes = place_for(link, theirs);
    MPI_Sendrecv(items, (int)size, MPI_BYTE, to, link, bytes, (int)theirs, MPI_BYTE, from, link, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return (struct wire_message){bytes, theirs};
}

void wire_swap(long call, int link, const void *items, size_t size, int to, int from) {
    (void)call;
    MPI_Sendrecv(items, (int)size, MPI_BYTE, to, link, place_for(link, size), (int)size, MPI_BYTE, from, link,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void wire_post(long call, int link, const void *items, size_t size, int to) {
    (void)call;
    MPI_Send(items, (int)size, MPI_BYTE, to, link, MPI_COMM_WORLD);
}

struct wire_message wire_take(long call, int link, int from) {
    MPI_Status status;
    int size;
    (void)call;
    MPI_Probe(from, link, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &size);
    void *bytes = place_for(link, (size_t)size);
    MPI_Recv(bytes, size, MPI_BYTE, from, link, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (struct wire_message){bytes, (size_t)size};
}

size_t wire_unfit(void) {
    return 0;
}
void wire_grow(size_t bytes) {
    capacity = bytes;
}
size_t wire_capacity(void) {
    return capacity;
}

double *wire_shared(int count) {
    return program_memory((size_t)count * sizeof(double));
}

void wire_sum(double *values, int count, enum wire_group which) {
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_SUM, which == WIRE_ALL ? MPI_COMM_WORLD : group);
}

void wire_barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int words, char **word) {
    MPI_Init(&words, &word);
    const char class = program_class(words, word, 'W');
    const double wrong = md_halo_run(words, word, class);
    const int status = md_halo_verdict(class, wrong, wire_me());
    MPI_Finalize();
    return status;
}
