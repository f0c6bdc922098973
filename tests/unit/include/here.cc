// Calls in place: the range test of <polder/inline/here.h>. While some of the values that it reads
// are those of before the start, no address passes.
#include <gtest/gtest.h>

#include <polder/polder.h>

#include <cstdint>

namespace {

using Address = std::uint64_t;
constexpr Address early_shift = Address{1} << 63, early_first = Address{1} << 62;

// As polder_here_has.
bool has(Address address, Address shift, Address first, Address length) {
    return address - shift - first < length;
}

struct Job {
    Address shift, first, length;
};

TEST(Here, EarlyValuesSendEveryCallToTheLibrary) {
    const Job jobs[] = {
        {0, 0x100000000000, Address{1} << 36},                     // one node: addresses are pointers
        {Address{7} << 40, 0x100000000000, Address{1} << 40},      // the eighth of several nodes
        {0, 0x1000, Address{1} << 47},                             // all there is
        {-(Address{1} << 46), Address{1} << 46, Address{1} << 46}, // virtual above global
    };
    for (const Job &job : jobs)
        for (const Address offset : {Address{0}, Address{1}, job.length / 2, job.length - 1}) {
            const Address near = job.first + job.shift + offset;
            EXPECT_TRUE(has(near, job.shift, job.first, job.length));
            EXPECT_FALSE(has(near + job.length, job.shift, job.first, job.length));
            for (const Address address : {near, near + job.length, job.first + offset, Address{0}, Address{77}})
                for (unsigned early = 1; early < 8; ++early)
                    EXPECT_FALSE(has(address, early & 1 ? early_shift : job.shift, early & 2 ? early_first : job.first,
                                     early & 4 ? 0 : job.length))
                        << std::hex << address << " with " << early;
        }
}

#ifdef POLDER_IN_PLACE
TEST(Here, BeforeTheStartNothingIsHere) {
    EXPECT_EQ(polder_here.shift, early_shift);
    EXPECT_EQ(polder_here.first, early_first);
    EXPECT_EQ(polder_here.length, 0u);
    EXPECT_EQ(polder_here.whole, 0u);
    int object = 0;
    EXPECT_FALSE(polder_here_has(reinterpret_cast<polder_ga>(&object)));
}
#endif

} // namespace
