/* What the references use of OpenMP, for one thread: those that are compiled as serial C find this
 * header in place of the compiler's. */
#ifndef BENCH_SERIAL_OMP_H
#define BENCH_SERIAL_OMP_H

typedef int omp_lock_t;

static inline int omp_get_thread_num(void) {
    return 0;
}
static inline void omp_init_lock(omp_lock_t *lock) {
    *lock = 0;
}
static inline void omp_set_lock(omp_lock_t *lock) {
    (void)lock;
}
static inline void omp_unset_lock(omp_lock_t *lock) {
    (void)lock;
}

#endif
