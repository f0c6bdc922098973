// Objects of one process go, and nothing else does.
#include "tools/run/local/watch/provider_objects.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

using polder::run::remove_provider_objects;

namespace {

class ProviderObjects : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(mkdtemp(folder_)); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const char *name) const { return std::string(folder_) + '/' + name; }
    void make(const char *name) const {
        std::FILE *file = std::fopen(path(name).c_str(), "w");
        ASSERT_NE(file, nullptr);
        std::fclose(file);
    }
    bool is_there(const char *name) const { return std::filesystem::exists(path(name)); }

    char folder_[32] = "/tmp/polder-objects-XXXXXX";
};

TEST_F(ProviderObjects, AllOfAProcessGo) {
    make("123:0:0");
    make("123:1:14");
    remove_provider_objects(123, folder_);
    EXPECT_FALSE(is_there("123:0:0"));
    EXPECT_FALSE(is_there("123:1:14"));
}

TEST_F(ProviderObjects, OthersStay) {
    const char *const others[] = {"1234:0:0", "12:0:0", "123:0", "123:0:", "123::0", "123:0:0:0", "123:a:0", "sem.123"};
    for (const char *name : others)
        make(name);
    remove_provider_objects(123, folder_);
    for (const char *name : others)
        EXPECT_TRUE(is_there(name)) << name;
}

TEST_F(ProviderObjects, AFolderThatIsNotThereIsNoError) {
    remove_provider_objects(123, path("nowhere").c_str());
}

} // namespace
