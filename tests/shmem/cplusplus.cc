// C++: the header, overloads, std::complex, objects with constructors in static memory.
#include <shmem.h>

#include <complex>
#include <cstdio>
#include <vector>

namespace {

struct Counter {
    long value;
    Counter() : value(17) {}
};
Counter counter; // made before main
std::complex<double> z[2], w[2];
int differences, all_differences;

void check(bool condition, int line) {
    if (condition) return;
    std::printf("PE %d: line %d\n", shmem_my_pe(), line);
    ++differences;
}
#define CHECK(condition) check(condition, __LINE__)

template <class T> void test(int me, int pes) {
    static T word, other;
    const int next = (me + 1) % pes, before = (me + pes - 1) % pes;
    const T mine = static_cast<T>(me + 1);
    shmem_p(&word, mine, next);
    shmem_put(SHMEM_CTX_DEFAULT, &other, &mine, 1, next);
    shmem_barrier_all();
    CHECK(word == static_cast<T>(before + 1) && other == word);
    CHECK(shmem_g(&word, next) == mine);
    T got;
    shmem_get(&got, &word, 1, next);
    CHECK(got == mine);
    shmem_barrier_all();
}

} // namespace

int main() {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    CHECK(counter.value == 17);
    test<float>(me, pes), test<double>(me, pes), test<long double>(me, pes), test<char>(me, pes);
    test<short>(me, pes), test<int>(me, pes), test<long>(me, pes), test<long long>(me, pes);
    test<unsigned char>(me, pes), test<unsigned>(me, pes), test<unsigned long>(me, pes);
    CHECK(shmem_atomic_fetch_add(&counter.value, 1L, me) == 17);
    shmem_wait_until(&counter.value, SHMEM_CMP_EQ, 18L);
    shmem_barrier_all();
    z[0] = {1.0, 2.0};
    shmem_complexd_sum_reduce(SHMEM_TEAM_WORLD, z + 1, z, 1);
    CHECK(z[1] == std::complex<double>(pes, 2.0 * pes));
    shmem_sum_reduce(SHMEM_TEAM_WORLD, w, z, 2);
    CHECK(w[0] == z[1]);
    shmem_sync(SHMEM_TEAM_WORLD);
    std::vector<int> ours(3, me);
    int *heap = static_cast<int *>(shmem_malloc(3 * sizeof(int)));
    shmem_put(heap, ours.data(), ours.size(), (me + 1) % pes);
    shmem_barrier_all();
    CHECK(heap[2] == (me + pes - 1) % pes);
    shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &all_differences, &differences, 1);
    if (me == 0 && !all_differences) std::puts("pass");
    shmem_finalize();
    return all_differences != 0;
}
