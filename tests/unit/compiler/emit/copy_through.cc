// Plain C comes out of the front end as it went in, token by token and byte by byte. So does a
// c_code region of UPC code.
#include "tests/unit/compiler/front_end.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

using namespace polder::cc;

namespace {

std::string preprocessed(const std::string &file) {
    std::string text;
    FILE *p = popen(("cc -E -D_GNU_SOURCE " + file + " 2>/dev/null").c_str(), "r");
    std::array<char, 65536> buffer;
    for (size_t n; p && (n = fread(buffer.data(), 1, buffer.size(), p)) > 0;)
        text.append(buffer.data(), n);
    return p && pclose(p) == 0 ? text : std::string();
}

std::string translated(const std::string &text, bool upc, uint32_t &errors) {
    test::FrontEnd front_end(text, "t.c", upc ? test::upc_for(0) : test::plain_c());
    const Diagnostics &diags = front_end.diags;
    errors = diags.errors();
    for (const Diagnostic &d : diags.all())
        if (d.severity >= Severity::error) ADD_FAILURE() << diags.render(d);
    return errors ? std::string() : generated_code(front_end.ctx);
}

TEST(CopyThrough, plain_c_is_untouched) {
    unsigned files = 0;
    for (const auto &entry : std::filesystem::directory_iterator(POLDER_SOURCE_DIR "/tests/compiler/ok")) {
        const std::string name = entry.path().filename();
        if (!name.ends_with(".c") || !(name.starts_with("gnu_") || name.starts_with("headers_"))) continue;
        const std::string text = preprocessed(entry.path());
        if (text.empty()) continue;
        uint32_t errors = 0;
        EXPECT_TRUE(translated(text, false, errors) == text) << name;
        ++files;
    }
    EXPECT_GT(files, 15u);
}

TEST(CopyThrough, c_code_regions_are_untouched) {
    const std::string region = "int shared = 3, strict; static int relaxed[2] = {1, 2};\n"
                               "int use(int THREADS) { static int n; return shared + relaxed[n++] + THREADS; }\n";
    uint32_t errors = 0;
    const std::string out =
        translated("#pragma upc c_code\n" + region + "#pragma upc upc_code\nshared int x;\n", true, errors);
    EXPECT_NE(out.find(region), std::string::npos) << out;
    EXPECT_EQ(out.find("shared int x"), std::string::npos) << out;
}

} // namespace
