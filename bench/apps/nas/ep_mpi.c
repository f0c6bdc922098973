/* EP (see ep.h) with MPI: blocks of pairs are dealt out to the ranks in turn. Prints the time of
 * the whole. */
#include <mpi.h>

#include "ep.h"

int main(int words, char **word) {
    MPI_Init(&words, &word);
    const char name = program_class(words, word, 'W');
    const struct ep_class *class = ep_class_find(name);
    int rank;
    int ranks;
    int wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!class) return program_unknown_class("ep", name);
    struct ep_sums mine = {0};
    struct ep_sums all;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = bench_now_ns();
    for (long block = rank; block < 1L << (class->bits - EP_BLOCK_BITS); block += ranks)
        ep_block(block, &mine);
    MPI_Reduce(&mine, &all, sizeof all / sizeof(double), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        bench_print("ep", bench_now_ns() - start);
        wrong = program_verdict("ep", name, ep_right(class, &all));
    }
    MPI_Finalize();
    return wrong;
}
