// Strided and indexed transfers, packed and streamed. What arrives is what plain loops would have
// moved and nothing beside it. Counts tell which of both ways was taken. Malformed messages harm
// nobody.
#include "runtime/rma/strided.h"
#include "runtime/rma/copy.h"
#include "runtime/rma/packed.h"
#include "tests/unit/runtime/net_nodes.h"

using namespace polder;
using namespace polder::test;

namespace {

unsigned before(unsigned me) {
    return (me + threads() - 1) % threads();
}
unsigned char *own_board() {
    return static_cast<unsigned char *>(near_pointer(board(mythread())));
}

struct Case {
    std::vector<std::size_t> counts, far, near;
};
// Few bytes and many, contiguous levels, interleaved ones, more levels than a message carries.
const Case cases[] = {
    {{8}, {}, {}},
    {{8, 100}, {24, 0}, {8, 0}},
    {{4, 3000}, {20}, {12}},
    {{1, 5000}, {7}, {3}},
    {{8, 10, 10, 10}, {16, 200, 3000}, {8, 80, 800}},
    {{16, 8, 4}, {16, 128}, {16, 128}},
    {{5000, 9}, {6000}, {5000}},
    {{100, 700, 3}, {200, 150000}, {100, 70000}},
    {{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
     {3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047},
     {2, 5, 11, 23, 47, 95, 191, 383, 767, 1535}},
    {{8, 0}, {8}, {8}},
};

std::size_t extent(const std::vector<std::size_t> &counts, const std::vector<std::size_t> &strides) {
    std::size_t bytes = counts[0];
    for (std::size_t i = 1; i < counts.size(); ++i)
        bytes += counts[i] ? (counts[i] - 1) * strides[i - 1] : 0;
    return bytes;
}

// What loops do.
void loops(unsigned char *to, const std::size_t *to_strides, const unsigned char *from, const std::size_t *from_strides,
           const std::size_t *counts, std::size_t levels) {
    if (levels == 0) {
        std::memcpy(to, from, counts[0]);
        return;
    }
    for (std::size_t i = 0; i < counts[levels]; ++i)
        loops(to + i * to_strides[levels - 1], to_strides, from + i * from_strides[levels - 1], from_strides, counts,
              levels - 1);
}

std::vector<unsigned char> numbers(std::size_t bytes, unsigned seed) {
    std::vector<unsigned char> data(bytes);
    for (std::size_t i = 0; i < bytes; ++i)
        data[i] = static_cast<unsigned char>((i * 2654435761u >> 11) + seed);
    return data;
}

TEST(Strided, PutsAreLoops) {
    run_all([](unsigned me) {
        for (const Case &c : cases) {
            const std::size_t levels = c.counts.size() - 1, bytes = extent(c.counts, c.far);
            std::memset(own_board(), 0xA5, bytes + 16);
            meet();
            const auto source = numbers(extent(c.counts, c.near), me);
            rma::strided_put(board(next(me)) + 8, c.far.data(), source.data(), c.near.data(), c.counts.data(), levels);
            cache::far_fence();
            meet();
            std::vector<unsigned char> wanted(bytes + 16, 0xA5);
            const auto theirs = numbers(source.size(), before(me));
            loops(wanted.data() + 8, c.far.data(), theirs.data(), c.near.data(), c.counts.data(), levels);
            REQUIRE(std::memcmp(own_board(), wanted.data(), wanted.size()) == 0);
            meet();
        }
    });
}

TEST(Strided, GetsAreLoops) {
    run_all([](unsigned me) {
        for (const Case &c : cases) {
            const std::size_t levels = c.counts.size() - 1, bytes = extent(c.counts, c.far);
            const auto mine = numbers(bytes, me);
            std::memcpy(own_board(), mine.data(), bytes);
            meet();
            std::vector<unsigned char> seen(extent(c.counts, c.near) + 16, 0xA5), wanted = seen;
            rma::strided_get(seen.data() + 8, c.near.data(), board(next(me)), c.far.data(), c.counts.data(), levels);
            const auto theirs = numbers(bytes, next(me));
            loops(wanted.data() + 8, c.near.data(), theirs.data(), c.far.data(), c.counts.data(), levels);
            REQUIRE(seen == wanted);
            meet();
        }
    });
}

// To several nodes in one call, in any order.
TEST(Strided, IndexedGoesAnywhere) {
    run_all([](unsigned me) {
        for (const std::size_t bytes : {1ul, 8ul, 100ul, 5000ul}) {
            const std::size_t n = bytes > 1000 ? 40 : 2000, gap = bytes + 8;
            std::vector<polder_ga> far;
            std::vector<void *> near, back;
            std::vector<unsigned char> data = numbers(n * bytes, me), seen(data.size());
            for (std::size_t i = 0; i < n; ++i) {
                const std::size_t place = i * 7919 % n;
                far.push_back(board(static_cast<unsigned>((i / 10 + me) % threads())) +
                              (me * n + place) * gap % (14 << 20) / 8 * 8);
                near.push_back(&data[place * bytes]);
                back.push_back(&seen[place * bytes]);
            }
            meet();
            rma::indexed_put(n, far.data(), near.data(), bytes);
            cache::far_fence();
            rma::indexed_get(n, back.data(), far.data(), bytes);
            REQUIRE(seen == data);
            meet();
        }
    });
}

// Order with the thread's other accesses.
TEST(Strided, KeepsOrder) {
    run_all([](unsigned me) {
        const std::size_t counts[] = {8, 64}, far[] = {16}, near[] = {8};
        for (std::uint64_t round = 1; round < 60; ++round) {
            std::vector<std::uint64_t> data(64, round), seen(64);
            rma::strided_put(board(next(me)), far, data.data(), near, counts, 1);
            const std::uint64_t mark = round + 1000;
            rma::copy_put(board(next(me)) + 16 * 5, &mark, 8);
            rma::strided_get(seen.data(), near, board(next(me)), far, counts, 1);
            REQUIRE(seen[5] == mark && seen[4] == round && seen[63] == round);
        }
        meet();
    });
}

// Chosen by size and number of pieces, after joining what is contiguous.
TEST(Strided, ChoosesByCost) {
    NetJob job;
    job.progress = "poll";
    if (net_jobs().empty()) GTEST_SKIP();
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          static char data[1 << 20];
                          const auto put = [&](std::vector<std::size_t> counts, std::size_t far, std::size_t near) {
                              rma::strided_counts.packed = rma::strided_counts.streamed = 0;
                              rma::strided_put(board(next(me)), &far, data, &near, counts.data(), counts.size() - 1);
                          };
                          put({8, 1000}, 16, 8); // 8000 bytes: one message
                          REQUIRE(rma::strided_counts.packed == 1 && rma::strided_counts.streamed == 0);
                          put({8, 20000}, 16, 8); // 160000 bytes
                          REQUIRE(rma::strided_counts.packed == 3 && rma::strided_counts.streamed == 0);
                          put({8, 1000}, 8, 8); // contiguous
                          REQUIRE(rma::strided_counts.packed == 0 && rma::strided_counts.streamed == 1);
                          put({8192, 10}, 10000, 8192); // long pieces
                          REQUIRE(rma::strided_counts.packed == 0 && rma::strided_counts.streamed == 10);
                          put({8, 2}, 16, 8); // few
                          REQUIRE(rma::strided_counts.packed == 0 && rma::strided_counts.streamed == 2);
                          cache::far_fence();
                          meet();
                      }),
              0);
}

// Random bytes as messages of the class: dropped and counted, and nothing is written outside the
// node's range.
TEST(Strided, MalformedMessagesAreDropped) {
    NetJob job;
    if (net_jobs().empty()) GTEST_SKIP();
    EXPECT_EQ(run_net(job,
                      [](unsigned me) {
                          std::uint64_t state = 88172645463325252ull + me;
                          const auto random = [&] {
                              state = state * 6364136223846793005ull + 1442695040888963407ull;
                              return state >> 24;
                          };
                          for (unsigned i = 0; me == 0 && i < 3000; ++i) {
                              alignas(8) unsigned char header[256], payload[512];
                              for (unsigned char &byte : header)
                                  byte = static_cast<unsigned char>(random());
                              for (unsigned char &byte : payload)
                                  byte = static_cast<unsigned char>(random());
                              header[0] = static_cast<unsigned char>(net::NetClass::rma);
                              if (i % 2) header[1] = static_cast<unsigned char>(1 + i / 2 % 4);
                              if (i % 4 == 1) std::memset(header + 4, 0, 4); // a thread that is here
                              const std::size_t sizes[] = {random() % 257, random() % 513};
                              const ConduitMessage message = {header, sizes[0] ? sizes[0] : 1, payload, sizes[1]};
                              while (net::net_send(1, message) == Status::again)
                                  net::net_poll();
                          }
                          if (me == 1)
                              while (rma::strided_counts.refused.load() < 2000)
                                  if (!net::net_poll()) sched_yield();
                          meet();
                      }),
              0);
}

} // namespace
