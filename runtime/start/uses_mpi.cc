// upcc -uses-mpi, Berkeley's option: a main in UPC finds MPI started, and it is ended behind the
// program. The linker takes this object from the archive only if it is asked to; main.cc looks for
// it.
extern "C" {
extern const char polder_uses_mpi;
const char polder_uses_mpi = 1;
}
