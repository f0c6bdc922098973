// The node range: every kind of memory, one address everywhere, sparse, nothing left behind, limits
// explained.
#include "base/config.h"
#include "base/instrumented.h"
#include "runtime/segment/address_space.h"
#include "tests/unit/runtime/job_fixture.h"

#include <cstring>
#include <dirent.h>
#include <sys/resource.h>
#include <vector>

using namespace polder;
using namespace polder::test;

namespace {

// Other jobs may run on this machine: only names that could be ours count, and System V segments
// that nobody holds.
unsigned names_left() {
    unsigned count = 0;
    for (const char *directory : {"/dev/shm", "/tmp", "/var/tmp"})
        if (DIR *dir = opendir(directory)) {
            while (const dirent *entry = readdir(dir))
                count += !std::strncmp(entry->d_name, "polder-", 7) && entry->d_type == DT_REG;
            closedir(dir);
        }
    return count;
}

unsigned segments_left() {
    unsigned count = 0;
    char line[512];
    if (std::FILE *file = std::fopen("/proc/sysvipc/shm", "r")) {
        unsigned long size, holders;
        while (std::fgets(line, sizeof line, file))
            count += std::sscanf(line, "%*s %*s %*s %lu %*s %*s %lu", &size, &holders) == 2 && size >= 1 << 24 &&
                     holders == 0;
        std::fclose(file);
    }
    return count;
}

std::uint64_t *word_of(unsigned thread) {
    return reinterpret_cast<std::uint64_t *>(static_cast<char *>(segment_of(thread)) + segment_static_offset());
}

// Everybody writes to everybody through plain pointers at the same addresses.
void write_everywhere(unsigned me) {
    for (unsigned t = 0; t < threads(); ++t)
        word_of(t)[me] = 1000 * me + t;
    polder_barrier(0, 0);
    for (unsigned t = 0; t < threads(); ++t)
        for (unsigned by = 0; by < threads(); ++by)
            REQUIRE(word_of(t)[by] == 1000 * by + t);
    REQUIRE(polder_job.base == node_range.base && polder_job.one_node == 1);
    REQUIRE(reinterpret_cast<std::uintptr_t>(segment_of(me)) ==
            polder_job.base + (std::uintptr_t{me} << polder_job.shift));
}

TEST(NodeRange, EveryKindOfMemory) {
    for (const char *kind : {"memfd", "posix", "sysv", "file", "file:/var/tmp"})
        for (JobOptions options : mappings(3)) {
            options.segment = kind;
            options.static_bytes = 10000;
            const unsigned names = names_left(), segments = segments_left();
            EXPECT_EQ(run_job(options, write_everywhere), 0) << kind << " on " << options.processes;
            EXPECT_EQ(names_left(), names) << kind;
            EXPECT_EQ(segments_left(), segments) << kind;
        }
}

TEST(NodeRange, KilledProcessesLeaveNothing) {
    const unsigned names = names_left(), segments = segments_left();
    for (const char *kind : {"posix", "sysv"}) {
        JobOptions options;
        options.segment = kind;
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              polder_barrier(0, 0);
                              if (me == 1) raise(SIGKILL);
                              pause();
                          }),
                  128 + SIGKILL);
    }
    EXPECT_EQ(names_left(), names);
    EXPECT_EQ(segments_left(), segments);
}

TEST(NodeRange, UnknownKindIsExplained) {
    ControlBlock block{};
    char error[256];
    EXPECT_EQ(segment_create(block, {"floppy", false, 0}, error, sizeof error), Status::bad_argument);
    EXPECT_STREQ(error, "unknown kind of segment memory 'floppy'; one of memfd, posix, sysv, file, file:DIRECTORY");
    EXPECT_EQ(segment_create(block, {"file:/no/such/place", false, 0}, error, sizeof error), Status::system_error);
    EXPECT_NE(std::strstr(error, "/no/such/place"), nullptr) << error;
}

#if !defined(__SANITIZE_THREAD__)
// Something sits where the others would like the range: all move on together.
TEST(NodeRange, OccupiedAddressesAreAvoided) {
    for (unsigned hindered : {0u, 1u}) {
        JobOptions options;
        options.threads = options.processes = 3;
        options.before_attach = [=](unsigned process) {
            if (process != hindered) return;
            for (std::uintptr_t at : {0x110000000000, 0x150000000000, 0x1a0000000000})
                REQUIRE(mmap(reinterpret_cast<void *>(at), 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                             0) != MAP_FAILED);
        };
        EXPECT_EQ(run_job(options,
                          [](unsigned me) {
                              write_everywhere(me);
                              REQUIRE(polder_job.base > 0x1a0000000000);
                          }),
                  0);
    }
}

TEST(NodeRange, GapsAreTheSameShareOfAnyAddressSpace) {
    EXPECT_EQ(address_gap(47).first, 0x110000000000u);
    EXPECT_EQ(address_gap(47).last, 0x540000000000u);
    for (unsigned bits = 32; bits <= 48; ++bits) {
        const AddressGap gap = address_gap(bits);
        const std::uintptr_t all = std::uintptr_t{1} << bits;
        EXPECT_GT(gap.first, all / 8);
        EXPECT_LT(gap.last, all / 3 * 2);
        EXPECT_GE(gap.last - gap.first, all / 2); // so the largest range, a quarter, has several places
    }
    EXPECT_GE(address_bits(), 32u);
    EXPECT_LE(address_bits(), 48u);
}

// Kernels of aarch64 give programs 39, 42, 47 or 48 bits; emulators are told to look at fewer. Of
// the lower addresses AddressSanitizer's shadow leaves no quarter.
TEST(NodeRange, FitsInFewAddressBits) {
    const std::vector<const char *> all_bits = {"32", "36", "39", "42", "47"};
    for (const char *bits : address_instrumented ? std::vector<const char *>{"47"} : all_bits)
        for (JobOptions options : mappings(7)) {
            options.before_attach = [=](unsigned) { setting_override(Setting::address_bits, bits); };
            EXPECT_EQ(run_job(options,
                              [=](unsigned me) {
                                  write_everywhere(me);
                                  const std::uint64_t all = std::uint64_t{1} << std::strtoul(bits, nullptr, 10);
                                  REQUIRE(polder_job.length <= all / 4 && polder_job.base + polder_job.length <= all);
                                  const polder_ga block = node_heap::allocate_local(1 << 20);
                                  REQUIRE(block && alloc::allocation_free(block) == heap::FreeResult::ok);
                              }),
                      0)
                << bits << " bits, " << options.processes << " processes";
        }
}

#if !defined(__SANITIZE_ADDRESS__) // whose shadow is far larger than any such limit
TEST(NodeRange, ShrinksToTheAddressSpaceThereIs) {
    JobOptions options;
    options.before_attach = [](unsigned) {
        const rlimit limit{std::uint64_t{8} << 30, std::uint64_t{8} << 30};
        setrlimit(RLIMIT_AS, &limit);
    };
    EXPECT_EQ(run_job(options,
                      [](unsigned me) {
                          write_everywhere(me);
                          REQUIRE(polder_job.length <= std::uint64_t{8} << 30);
                      }),
              0);
    options.before_attach = [](unsigned) {
        const rlimit limit{std::uint64_t{64} << 20, std::uint64_t{64} << 20};
        setrlimit(RLIMIT_AS, &limit);
    };
    options.static_bytes = 100 << 20;
    std::string said;
    EXPECT_EQ(run_job(
                  options, [](unsigned) {}, &said),
              1);
    EXPECT_NE(said.find("cannot map"), std::string::npos) << said;
    EXPECT_NE(said.find("ulimit -v"), std::string::npos) << said;
}
#endif
#endif

TEST(NodeRange, LimitOfFileSizesIsNoObstacle) {
    JobOptions options;
    options.before_attach = [](unsigned) {
        const rlimit limit{std::uint64_t{1} << 30, RLIM_INFINITY};
        setrlimit(RLIMIT_FSIZE, &limit);
    };
    EXPECT_EQ(run_job(options, write_everywhere), 0);
}

TEST(NodeRange, HeapTooLargeForTheMachine) {
    JobOptions options;
    options.shared_heap = std::uint64_t{1} << 44;
    std::string said;
    EXPECT_EQ(run_job(
                  options, [](unsigned) {}, &said),
              1);
    EXPECT_NE(said.find("too large: 2 threads on a machine or container with"), std::string::npos) << said;
}

TEST(NodeRange, ManyThreads) {
    for (const JobOptions &options : mappings(50))
        EXPECT_EQ(run_job(options, write_everywhere), 0);
}

TEST(NodeRange, LargePages) {
    JobOptions options;
    options.huge = true;
    EXPECT_EQ(run_job(options,
                      [](unsigned me) {
                          write_everywhere(me);
                          polder_barrier(0, 0);
                          const polder_ga large = node_heap::allocate_local(8 << 20),
                                          all = alloc::allocate_symmetric(4 << 20);
                          REQUIRE(large && all && large % (2 << 20) == 0);
                          std::memset(polder_addr_1node(large), 1, 8 << 20);
                          for (unsigned t = 0; t < threads(); ++t)
                              std::memset(polder_addr_1node(all + (polder_ga{t} << polder_job.shift)), 2, 4 << 20);
                          REQUIRE(alloc::allocation_free(large) == heap::FreeResult::ok &&
                                  alloc::allocation_free(all) == heap::FreeResult::ok);
                      }),
              0);
}

TEST(NodeRange, DescribesAddresses) {
    EXPECT_EQ(run_job({},
                      [](unsigned) {
                          char text[128];
                          const std::uintptr_t second = reinterpret_cast<std::uintptr_t>(segment_of(1));
                          REQUIRE(segment_describe(second + segment_static_offset() + 8, text, sizeof text) == false ||
                                  std::strstr(text, "segment of thread 1"));
                          REQUIRE(segment_describe(second + node_range.local_begin, text, sizeof text));
                          REQUIRE(std::strstr(text, "heap of upc_alloc, segment of thread 1, offset 0x"));
                          REQUIRE(!segment_describe(4096, text, sizeof text));
                      }),
              0);
}

} // namespace
