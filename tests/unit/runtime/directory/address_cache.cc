// The address cache: what is learnt is found, the bound holds, and a look-up beside a thread that
// learns finds one address whole or none.
#include "runtime/directory/address_cache.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

using namespace polder;
using namespace polder::directory;

namespace {

// All of it follows from `version`, so that a mixture shows.
Address address_of(std::uint64_t version) {
    Address address{version, version * 3, {}};
    for (unsigned char &byte : address.key.bytes)
        byte = static_cast<unsigned char>(version * 7);
    return address;
}
bool is_whole(const Address &address) {
    const Address wanted = address_of(address.at);
    return address.bytes == wanted.bytes && !std::memcmp(&address.key, &wanted.key, sizeof wanted.key);
}

class AddressCache : public testing::TestWithParam<unsigned> {
    void SetUp() override {
        address_cache_open(GetParam());
        before = address_counts();
    }
    void TearDown() override { address_cache_close(); }

protected:
    AddressCounts before;
};

TEST_P(AddressCache, HoldsNoMoreThanItsBound) {
    constexpr unsigned handles = 1000;
    for (unsigned i = 1; i <= handles; ++i)
        address_learn(i << 21, i % 3, address_of(i));
    unsigned found = 0;
    for (unsigned i = 1; i <= handles; ++i) {
        Address address;
        if (!address_find(i << 21, i % 3, &address)) continue;
        ++found;
        EXPECT_EQ(address.at, i);
        EXPECT_TRUE(is_whole(address));
    }
    const AddressCounts now = address_counts();
    EXPECT_LE(found, GetParam());
    EXPECT_EQ(found > 0, GetParam() > 0);
    EXPECT_EQ(now.learnt - before.learnt, GetParam() ? handles : 0u);
    EXPECT_EQ(now.learnt - before.learnt - (now.evictions - before.evictions), found);
}

TEST_P(AddressCache, KnowsNodesApart) {
    if (GetParam() < 2) return;
    address_learn(64, 1, address_of(11));
    Address address;
    EXPECT_FALSE(address_find(64, 2, &address));
    EXPECT_TRUE(address_find(64, 1, &address));
    address_learn(64, 1, address_of(12)); // anew, in its place
    EXPECT_TRUE(address_find(64, 1, &address));
    EXPECT_EQ(address.at, 12u);
}

TEST_P(AddressCache, FindsAddressesWholeBesideWriters) {
    constexpr unsigned rounds = 20000;
    std::vector<std::thread> threads;
    std::atomic<unsigned> mixed{0}, writers{2};
    for (unsigned writer = 0; writer < 2; ++writer)
        threads.emplace_back([&, writer] {
            for (unsigned i = 1; i <= rounds; ++i)
                address_learn((i % 24 + 1) << 21, 0, address_of(2 * i + writer));
            writers.fetch_sub(1);
        });
    for (unsigned reader = 0; reader < 2; ++reader)
        threads.emplace_back([&] {
            for (unsigned i = 0; writers.load() || i < 100; ++i) {
                Address address;
                if (address_find((i % 24 + 1) << 21, 0, &address) && !is_whole(address)) mixed.fetch_add(1);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    EXPECT_EQ(mixed.load(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Bounds, AddressCache, testing::Values(0, 1, 3, 8, 20, 100));

} // namespace
