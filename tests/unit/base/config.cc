// Settings: precedence of command line, environment and default; sizes, flags and numbers;
// malformed values leave the default.
#include "base/config.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace polder;

namespace {

TEST(config, sizes) {
    std::uint64_t bytes = 0;
    EXPECT_TRUE(parse_size("64", &bytes) && bytes == 64);
    EXPECT_TRUE(parse_size("3k", &bytes) && bytes == 3 << 10);
    EXPECT_TRUE(parse_size("512M", &bytes) && bytes == std::uint64_t{512} << 20);
    EXPECT_TRUE(parse_size("2GiB", &bytes) && bytes == std::uint64_t{2} << 30);
    EXPECT_TRUE(parse_size("1tb", &bytes) && bytes == std::uint64_t{1} << 40);
    EXPECT_TRUE(parse_size("1.5g", &bytes) && bytes == std::uint64_t{3} << 29);
    EXPECT_TRUE(parse_size("0.25MB", &bytes) && bytes == 1 << 18);
    EXPECT_TRUE(parse_size("0.999999999999999t", &bytes) && bytes < std::uint64_t{1} << 40);
    EXPECT_TRUE(parse_size("16777215.9t", &bytes) && bytes > std::uint64_t{16777215} << 40);
    for (const char *bad : {"", "k", "-1", "1.5", "1.g", ".5g", "1.5.5g", "1,5g", "1q", "1kx", " 1",
                            "99999999999999999999", "16777216t"}) {
        bytes = 7;
        EXPECT_FALSE(parse_size(bad, &bytes)) << bad;
    }
}

TEST(config, precedence) {
    unsetenv("POLDER_SEGMENT");
    EXPECT_STREQ(setting_text(Setting::segment), "memfd");
    EXPECT_EQ(setting_source(Setting::segment), SettingSource::standard);
    setenv("POLDER_SEGMENT", "posix", 1);
    EXPECT_STREQ(setting_text(Setting::segment), "posix");
    EXPECT_EQ(setting_source(Setting::segment), SettingSource::environment);
    setting_override(Setting::segment, "file:/tmp");
    EXPECT_STREQ(setting_text(Setting::segment), "file:/tmp");
    EXPECT_EQ(setting_source(Setting::segment), SettingSource::command_line);
    EXPECT_STREQ(std::getenv("POLDER_SEGMENT"), "posix"); // jobs within the job are not meant
}

TEST(config, an_old_name_is_obeyed_where_the_new_one_is_not_set) {
    setenv("POLDER_GOVERNOR", "3", 1);
    EXPECT_STREQ(setting_text(Setting::congestion), "3");
    EXPECT_EQ(setting_source(Setting::congestion), SettingSource::environment);
    setenv("POLDER_CONGESTION", "off", 1);
    EXPECT_STREQ(setting_text(Setting::congestion), "off");
    unsetenv("POLDER_GOVERNOR");
    unsetenv("POLDER_CONGESTION");
    EXPECT_STREQ(setting_text(Setting::congestion), "auto");
    EXPECT_STREQ(setting_variable(Setting::congestion), "POLDER_CONGESTION");
}

TEST(config, flags_and_numbers) {
    for (const char *yes : {"1", "yes", "ON", "true"}) {
        setenv("POLDER_LABEL", yes, 1);
        EXPECT_EQ(setting_number(Setting::label), 1u) << yes;
    }
    setenv("POLDER_LABEL", "off", 1);
    EXPECT_EQ(setting_number(Setting::label), 0u);
    unsetenv("POLDER_SPIN");
    EXPECT_EQ(setting_number(Setting::spin, 42), 42u); // no default of its own
    setenv("POLDER_SPIN", "17", 1);
    EXPECT_EQ(setting_number(Setting::spin, 42), 17u);
    setenv("POLDER_TIMEOUT", "1.5", 1);
    EXPECT_DOUBLE_EQ(setting_seconds(Setting::timeout), 1.5);
}

TEST(config, malformed_values_are_named_once) {
    setenv("POLDER_STACK", "big", 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(setting_number(Setting::stack), 0u);
    EXPECT_EQ(setting_number(Setting::stack), 0u);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find("POLDER_STACK=big"), std::string::npos);
    EXPECT_EQ(text.find("POLDER_STACK"), text.rfind("POLDER_STACK"));
    setenv("POLDER_LOST_AFTER", "soon", 1);
    testing::internal::CaptureStderr();
    EXPECT_DOUBLE_EQ(setting_seconds(Setting::lost_after), 5.0); // the default, not for ever
    EXPECT_NE(testing::internal::GetCapturedStderr().find("POLDER_LOST_AFTER=soon"), std::string::npos);
    unsetenv("POLDER_LOST_AFTER");
}

} // namespace
