// The ABI of generated code. The header and the list agree, and every entry exists in the library.
// The address arithmetic agrees with a walk over the elements one by one.
#include <polder/abi.h>
#include <polder/atomic.h>
#include <polder/check.h>

#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace {

#define FUNCTION(name, result, parameters)                                                                             \
    static_assert(std::is_same_v<decltype(polder_##name), result parameters>, #name);
#define ATOMIC(name, result, parameters) FUNCTION(name, result, parameters)
#define CHECK(name, result, parameters) FUNCTION(name, result, parameters)
#define TYPE(name) static_assert(sizeof(polder_##name) > 0, #name);
#define STRUCT(name) static_assert(sizeof(struct polder_##name) > 0, #name);
#define OBJECT(name) static_assert(sizeof polder_##name > 0, #name);
#include "include/polder/abi.def"

TEST(Abi, EveryEntryIsInTheLibrary) {
    std::vector<void (*)()> entries;
#define FUNCTION(name, result, parameters) entries.push_back(reinterpret_cast<void (*)()>(&polder_##name));
#define ATOMIC(name, result, parameters) FUNCTION(name, result, parameters)
#define CHECK(name, result, parameters) FUNCTION(name, result, parameters)
#include "include/polder/abi.def"
    for (auto *entry : entries)
        EXPECT_NE(entry, nullptr);
}

std::string text_of(const std::string &header) {
    std::ifstream file(POLDER_SOURCE_DIR "/include/polder/" + header);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Abi, HeaderDeclaresNothingElse) {
    std::set<std::string> listed;
    const std::string headers = text_of("abi.h") + text_of("iterations.h");
#define CONSTANT(name) EXPECT_NE(headers.find("polder_" #name), std::string::npos) << #name;
#define FUNCTION(name, result, parameters) listed.insert("polder_" #name);
#define DEFINED(name) listed.insert("polder_" #name);
#include "include/polder/abi.def"
    const std::string header = text_of("abi.h");
    const std::regex declared("\\n(?:POLDER_INLINE |static inline "
                              "|void|char|int|unsigned)[^;={}()]*(?:\\(\\(unused\\)\\) void )?(polder_[a-z_0-9]+)\\(");
    for (std::sregex_iterator it(header.begin(), header.end(), declared), end; it != end; ++it)
        EXPECT_TRUE(listed.count((*it)[1])) << (*it)[1] << " is declared in abi.h but not in include/polder/abi.def";
}

polder_env environment(unsigned long threads) {
    polder_env e = {};
    e.threads = threads;
    e.inverse = polder_inverse(threads);
    e.back = polder_back(threads);
    e.base = 1UL << 40;
    e.shift = 30;
    e.segment = 1UL << 30;
    return e;
}

// Where element i of a shared array lies, by the definition of UPC's layout.
polder_ga place(const polder_env &e, polder_ga object, unsigned long i, unsigned long size, unsigned long block) {
    const unsigned long thread = i / block % e.threads;
    const unsigned long row = i / (block * e.threads);
    return object + (thread << e.shift) + (row * block + i % block) * size;
}

TEST(Abi, IndexingAddingAndSubtractingAgree) {
    for (unsigned long threads : {1, 2, 3, 7})
        for (unsigned long block : {1, 2, 5})
            for (unsigned long size : {1, 8, 12}) {
                const polder_env e = environment(threads);
                const polder_ga object = e.base + 4096;
                const long n = static_cast<long>(block * threads * 3 + 1);
                for (long i = 0; i < n; ++i) {
                    const polder_ga at = place(e, object, static_cast<unsigned long>(i), size, block);
                    const polder_gp p = polder_point_blocked(e, object, i, size, block);
                    EXPECT_EQ(p.ga, at);
                    EXPECT_EQ(p.phase, static_cast<unsigned long>(i) % block);
                    EXPECT_EQ(polder_index_blocked(e, object, i, size, block), at);
                    if (block == 1) {
                        EXPECT_EQ(polder_index_cyclic(e, object, i, size), at);
                    }
                    for (long j = 0; j < n; ++j) {
                        const polder_gp q = polder_add_blocked(e, p, j - i, size, block);
                        EXPECT_EQ(q.ga, place(e, object, static_cast<unsigned long>(j), size, block));
                        EXPECT_EQ(q.phase, static_cast<unsigned long>(j) % block);
                        EXPECT_EQ(polder_at_blocked(e, p, j - i, size, block), q.ga);
                        const long blocks = j - i; // in the index: any number, and what is missing
                        const long place = j - i - blocks * static_cast<long>(block);
                        EXPECT_EQ(polder_at_in_block(e, p, blocks, place, size, block), q.ga);
                        EXPECT_EQ(polder_at_in_block(e, p, 0, j - i, size, block), q.ga);
                        EXPECT_EQ(polder_index_in_block(e, object, i, j - i * static_cast<long>(block), size, block),
                                  q.ga);
                        EXPECT_EQ(polder_sub_blocked(e, q, p, size, block), j - i);
                        EXPECT_EQ(polder_is_before(e, q, p, size), j < i);
                        if (block == 1) {
                            EXPECT_EQ(polder_add_cyclic(e, p.ga, j - i, size), q.ga);
                            EXPECT_EQ(polder_at_cyclic(e, p.ga, j - i, size), q.ga);
                            EXPECT_EQ(polder_sub_cyclic(e, q.ga, p.ga, size), j - i);
                            EXPECT_EQ(polder_block_order(e, q.ga) < polder_block_order(e, p.ga), j < i);
                        }
                    }
                }
            }
}

template <long step> void expect_step(const polder_env &e, unsigned long block) {
    const polder_ga object = e.base + 4096;
    for (unsigned long i = 0; i < 3 * block * e.threads; ++i) {
        const unsigned long to = i + static_cast<unsigned long>(step);
        if (static_cast<long>(to) < 0) continue;
        const polder_gp p = {place(e, object, i, 8, block), i % block};
        const polder_gp q = polder_add_blocked(e, p, step, 8, block);
        EXPECT_EQ(q.ga, place(e, object, to, 8, block)) << i << " + " << step << ", block " << block;
        EXPECT_EQ(q.phase, to % block);
        if (block == 1) {
            EXPECT_EQ(polder_add_cyclic(e, p.ga, step, 8), q.ga);
        }
    }
}

// Compilers know these steps, so other code finds the place.
TEST(Abi, ConstantStepsLeadWhereOthersDo) {
    for (unsigned long threads : {1, 2, 3, 7})
        for (unsigned long block : {1, 2, 5, 16}) {
            const polder_env e = environment(threads);
            expect_step<1>(e, block);
            expect_step<-1>(e, block);
            expect_step<2>(e, block);
            expect_step<3>(e, block);
            expect_step<16>(e, block);
            expect_step<-17>(e, block);
        }
}

TEST(Abi, QuotientsAreExactForEveryIndexOfAnArray) {
    for (unsigned long threads = 1; threads <= 65536; threads = threads < 70 ? threads + 1 : threads * 2 - 64) {
        const polder_env e = environment(threads);
        for (unsigned long i : {0UL, 1UL, 1000003UL, (1UL << 32) + 1, (1UL << 46) - 1, (1UL << 47) - 1})
            for (unsigned long near : {i / threads * threads, i / threads * threads + threads - 1, i})
                if (near < 1UL << 47) {
                    EXPECT_EQ(polder_quotient(e, near), near / threads) << near << " / " << threads;
                }
        const unsigned long last = ~0UL / threads;
        for (unsigned long i : {last - 1, last / threads * threads - 1, last / threads * threads})
            if (i < last) {
                EXPECT_EQ(polder_quotient(e, i), i / threads) << i << " / " << threads;
            }
        for (unsigned long x : {0UL, ~0UL, 1UL << 63, last * threads, last * threads - 1}) {
            EXPECT_EQ(polder_divided(e, x, 0), x / threads) << x << " / " << threads;
            EXPECT_EQ(polder_rest(e, x, 0), x % threads) << x << " / " << threads;
        }
    }
}

// An index from a pointer may lead back over as many rows as memory has.
TEST(Abi, AddingReachesFarBack) {
    for (unsigned long threads : {1UL, 3UL, 64UL, 1000UL, 65536UL})
        for (unsigned long block : {1UL, 2UL, 5UL, 4096UL, 1UL << 40}) {
            polder_env e = environment(threads);
            e.shift = 48U - (63U - static_cast<unsigned>(__builtin_clzl(threads)));
            e.segment = 1UL << e.shift;
            const polder_ga object = e.base + 4096;
            const unsigned long row = block * threads;
            const unsigned long most = (1UL << 44) / row;
            if (most < 4) continue;
            for (unsigned long from : {row * most + block - 1, 2 * row + 1, block / 2})
                for (unsigned long to : {row * most, row * (most / 2) + 7 % row, row + 1, 0UL}) {
                    const polder_gp p = {place(e, object, from, 8, block), from % block};
                    const polder_gp q = polder_add_blocked(e, p, static_cast<long>(to - from), 8, block);
                    EXPECT_EQ(q.ga, place(e, object, to, 8, block)) << threads << " " << block << " " << from;
                    EXPECT_EQ(q.phase, to % block);
                    const polder_array_base f = polder_array_base_of(e, p.ga, p.phase, 8, block);
                    const long index = static_cast<long>(to - from) + f.ahead;
                    EXPECT_EQ(polder_index_blocked(e, f.origin, index, 8, block), q.ga);
                    const long b = static_cast<long>(to / block) - static_cast<long>(from / block);
                    const long place = static_cast<long>(to - from) - b * static_cast<long>(block);
                    EXPECT_EQ(polder_from_in_block(e, f, b, place, 8, block), q.ga);
                    EXPECT_EQ(polder_at_in_block(e, p, b, place, 8, block), q.ga);
                    EXPECT_EQ(polder_at_blocked(e, p, static_cast<long>(to - from), 8, block), q.ga);
                    if (block == 1) {
                        EXPECT_EQ(polder_add_cyclic(e, p.ga, static_cast<long>(to - from), 8), q.ga);
                        EXPECT_EQ(polder_at_cyclic(e, p.ga, static_cast<long>(to - from), 8), q.ga);
                    }
                }
        }
}

TEST(Abi, NullStaysNull) {
    const polder_env e = environment(3);
    for (long i : {-5L, 0L, 1L, 1L << 40}) {
        EXPECT_EQ(polder_add_cyclic(e, 0, i, 8), 0u);
        EXPECT_EQ(polder_add_blocked(e, polder_gp{0, 0}, i, 8, 4).ga, 0u);
    }
    EXPECT_EQ(polder_add_blocked(e, polder_gp{0, 0}, 1, 8, 4).ga, 0u);
    EXPECT_EQ(polder_add_cyclic(e, 0, 1, 8), 0u);
}

// What an element of null would be read from is no memory of a program, whatever the index.
TEST(Abi, ElementsOfNullAreNowhere) {
    for (unsigned long threads : {1UL, 3UL, 64UL}) {
        const polder_env e = environment(threads);
        for (long i : {-100000L, -1L, 0L, 1L, 5L, 1000003L, 1L << 30}) {
            EXPECT_GE(polder_at_cyclic(e, 0, i, 8), POLDER_NOWHERE - (1UL << 40)) << i;
            EXPECT_GE(polder_at_blocked(e, polder_gp{0, 0}, i, 8, 4), POLDER_NOWHERE - (1UL << 40)) << i;
        }
    }
}

// Until a job is told otherwise, addresses are pointers.
TEST(Abi, OneNodeNeedsNoTranslation) {
    int object = 1;
    const auto ga = reinterpret_cast<polder_ga>(&object);
    EXPECT_TRUE(polder_is_near_any(ga));
    EXPECT_EQ(polder_addr_any(ga), &object);
    EXPECT_EQ(polder_to_private(ga), &object);
    EXPECT_EQ(polder_to_private(0), nullptr);
    const int two = 2;
    polder_write(ga, &two, sizeof two);
    int seen = 0;
    EXPECT_EQ(polder_read(&seen, ga, sizeof seen), &seen);
    EXPECT_EQ(seen, 2);
}

TEST(Abi, NullIsThreadZero) {
    const polder_env e = environment(4);
    EXPECT_EQ(polder_thread_of(e, 0), 0u);
    EXPECT_EQ(polder_field_of(e, 0), 0u);
}

TEST(Abi, IterationsBelongToOneThread) {
    polder_env e = environment(3);
    for (long i = -7; i < 8; ++i) {
        int owners = 0;
        for (e.mythread = 0; e.mythread < e.threads; ++e.mythread)
            owners += polder_owns_number(e, i);
        EXPECT_EQ(owners, 1) << i;
    }
}

} // namespace
