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

// 9.7 by overloads, with and without a context, non-blocking, and by older names. Each PE alone
// changes the words of the next one.
template <class T> void exchange(int next) {
    static T word;
    word = 1;
    shmem_barrier_all();
    T old, other;
    shmem_atomic_set(&word, T(2), next);
    shmem_quiet();
    CHECK(shmem_atomic_fetch(&word, next) == 2);
    shmem_atomic_set(SHMEM_CTX_DEFAULT, &word, T(3), next);
    shmem_quiet();
    CHECK(shmem_atomic_fetch(SHMEM_CTX_DEFAULT, &word, next) == 3);
    CHECK(shmem_atomic_swap(&word, T(4), next) == 3);
    CHECK(shmem_atomic_swap(SHMEM_CTX_DEFAULT, &word, T(5), next) == 4);
    shmem_atomic_swap_nbi(&old, &word, T(6), next);
    shmem_quiet();
    shmem_atomic_swap_nbi(SHMEM_CTX_DEFAULT, &other, &word, T(7), next);
    shmem_quiet();
    CHECK(old == 5 && other == 6);
    shmem_atomic_fetch_nbi(&old, &word, next);
    shmem_atomic_fetch_nbi(SHMEM_CTX_DEFAULT, &other, &word, next);
    shmem_quiet();
    CHECK(old == 7 && other == 7);
    CHECK(shmem_swap(&word, T(8), next) == 7);
    CHECK(shmem_fetch(&word, next) == 8);
    shmem_set(&word, T(9), next);
    shmem_barrier_all();
    CHECK(word == 9);
}

template <class T> void count(int next) {
    static T word;
    word = 1;
    shmem_barrier_all();
    T old, other;
    shmem_atomic_add(&word, T(1), next);
    shmem_atomic_add(SHMEM_CTX_DEFAULT, &word, T(1), next);
    shmem_atomic_inc(&word, next);
    shmem_atomic_inc(SHMEM_CTX_DEFAULT, &word, next);
    shmem_quiet();
    CHECK(shmem_atomic_fetch_add(&word, T(2), next) == 5);
    CHECK(shmem_atomic_fetch_add(SHMEM_CTX_DEFAULT, &word, T(2), next) == 7);
    CHECK(shmem_atomic_fetch_inc(&word, next) == 9);
    CHECK(shmem_atomic_fetch_inc(SHMEM_CTX_DEFAULT, &word, next) == 10);
    shmem_atomic_fetch_add_nbi(&old, &word, T(2), next);
    shmem_quiet();
    shmem_atomic_fetch_add_nbi(SHMEM_CTX_DEFAULT, &other, &word, T(2), next);
    shmem_quiet();
    CHECK(old == 11 && other == 13);
    shmem_atomic_fetch_inc_nbi(&old, &word, next);
    shmem_quiet();
    shmem_atomic_fetch_inc_nbi(SHMEM_CTX_DEFAULT, &other, &word, next);
    shmem_quiet();
    CHECK(old == 15 && other == 16);
    CHECK(shmem_atomic_compare_swap(&word, T(17), T(1), next) == 17);
    CHECK(shmem_atomic_compare_swap(SHMEM_CTX_DEFAULT, &word, T(17), T(2), next) == 1);
    shmem_atomic_compare_swap_nbi(&old, &word, T(1), T(3), next);
    shmem_quiet();
    shmem_atomic_compare_swap_nbi(SHMEM_CTX_DEFAULT, &other, &word, T(1), T(4), next);
    shmem_quiet();
    CHECK(old == 1 && other == 3);
    CHECK(shmem_cswap(&word, T(3), T(5), next) == 3);
    CHECK(shmem_fadd(&word, T(1), next) == 5);
    CHECK(shmem_finc(&word, next) == 6);
    shmem_add(&word, T(1), next);
    shmem_inc(&word, next);
    shmem_barrier_all();
    CHECK(word == 9);
    exchange<T>(next);
}

template <class T> void bits(int next) {
    static T word;
    word = 7;
    shmem_barrier_all();
    T old, other;
    shmem_atomic_and(&word, T(14), next);
    shmem_quiet();
    shmem_atomic_or(SHMEM_CTX_DEFAULT, &word, T(16), next);
    shmem_quiet();
    shmem_atomic_xor(&word, T(2), next);
    shmem_quiet();
    CHECK(shmem_atomic_fetch_and(&word, T(28), next) == 20);
    CHECK(shmem_atomic_fetch_or(SHMEM_CTX_DEFAULT, &word, T(1), next) == 20);
    CHECK(shmem_atomic_fetch_xor(&word, T(4), next) == 21);
    shmem_atomic_fetch_and_nbi(&old, &word, T(16), next);
    shmem_quiet();
    shmem_atomic_fetch_or_nbi(SHMEM_CTX_DEFAULT, &other, &word, T(3), next);
    shmem_quiet();
    CHECK(old == 17 && other == 16);
    shmem_atomic_fetch_xor_nbi(&old, &word, T(1), next);
    shmem_barrier_all();
    CHECK(old == 19 && word == 18);
}

void blocks(int next) {
    static int to[8], from[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    shmem_ibput(to, from, 4, 2, 2, 2, next);
    shmem_barrier_all();
    CHECK(to[0] == 0 && to[1] == 1 && to[2] == 0 && to[4] == 2 && to[5] == 3);
    int got[4] = {};
    shmem_ibget(SHMEM_CTX_DEFAULT, got, from, 2, 4, 2, 2, next);
    CHECK(got[0] == 0 && got[1] == 1 && got[2] == 4 && got[3] == 5);
}

} // namespace

int main() {
    shmem_init();
    const int me = shmem_my_pe(), pes = shmem_n_pes();
    CHECK(counter.value == 17);
    test<float>(me, pes);
    test<double>(me, pes);
    test<long double>(me, pes);
    test<char>(me, pes);
    test<short>(me, pes);
    test<int>(me, pes);
    test<long>(me, pes);
    test<long long>(me, pes);
    test<unsigned char>(me, pes);
    test<unsigned>(me, pes);
    test<unsigned long>(me, pes);
    const int next = (me + 1) % pes;
    count<int>(next);
    count<long>(next);
    count<long long>(next);
    count<unsigned>(next);
    count<unsigned long>(next);
    count<unsigned long long>(next);
    exchange<float>(next);
    exchange<double>(next);
    bits<int>(next);
    bits<long>(next);
    bits<unsigned>(next);
    bits<unsigned long>(next);
    bits<unsigned long long>(next);
    blocks(next);
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
