// How diagnostics look, and that the same thing is said once.
#include "compiler/diag/diag.h"
#include "compiler/lex/source.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace polder::cc;

namespace {

struct Unit {
    explicit Unit(std::string text) : source(std::move(text), "main.upc", true), diags(source) { source.lex(diags); }
    std::string text(size_t i = 0) { return diags.render(diags.all().at(i)); }
    Source source;
    Diagnostics diags;
};

TEST(Diagnostics, form) {
    Unit u("# 3 \"no/such/file.upc\"\n  int x = 08;\n");
    u.diags.report(DiagId::lex_bad_number, 3, {"'08'"});
    EXPECT_EQ(u.text(), "no/such/file.upc:3:11: error: invalid number '08'\n"
                        "    3 |   int x = 08;\n"
                        "      |           ^~\n");
}

TEST(Diagnostics, range_is_underlined) {
    Unit u("a + bcd * e;");
    u.diags.report(DiagId::const_not_constant, 3, {"'x'"}, {2, 5});
    EXPECT_EQ(u.text(), "main.upc:1:9: error: 'x' is not an integer constant expression\n"
                        "    1 | a + bcd * e;\n"
                        "      |     ~~~~^~~\n");
}

TEST(Diagnostics, original_line_is_shown) {
    char dir[] = "/tmp/polder-diag-XXXXXX";
    ASSERT_NE(mkdtemp(dir), nullptr);
    const std::string file = std::string(dir) + "/a.upc";
    std::ofstream(file) << "int\ty   =  /* c */ N + y;\n";
    Unit u("# 1 \"" + file + "\"\nint y = 12 + y;\n");
    u.diags.report(DiagId::lex_bad_number, 5, {"y"});
    EXPECT_EQ(u.text(), file + ":1:24: error: invalid number y\n"
                               "    1 | int y   =  /* c */ N + y;\n"
                               "      |                        ^\n");
    u.diags.report(DiagId::lex_bad_number, 3, {"12"}); // out of a macro: the preprocessed line
    EXPECT_EQ(u.text(1), file + ":1:9: error: invalid number 12\n"
                                "    1 | int y = 12 + y;\n"
                                "      |         ^~\n");
    std::system(("rm -r " + std::string(dir)).c_str());
}

TEST(Diagnostics, once_at_a_place) {
    Unit u("a b");
    u.diags.report(DiagId::lex_bad_number, 0, {"a"});
    u.diags.report(DiagId::lex_bad_number, 0, {"a"});
    u.diags.report(DiagId::lex_bad_number, 1, {"b"});
    EXPECT_EQ(u.diags.errors(), 2u);
}

TEST(Diagnostics, warnings_in_system_headers_are_dropped) {
    Unit u("# 1 \"/usr/include/x.h\" 1 3\na\n# 1 \"b.upc\"\nb");
    u.diags.report(DiagId::const_overflow, 0);
    u.diags.report(DiagId::const_overflow, 1);
    EXPECT_EQ(u.diags.warnings(), 1u);
    Unit quiet("a");
    quiet.diags.set_output({.no_warnings = true});
    quiet.diags.report(DiagId::const_overflow, 0);
    EXPECT_EQ(quiet.diags.warnings(), 0u);
    Unit strict("a");
    strict.diags.set_output({.werror = true});
    strict.diags.report(DiagId::const_overflow, 0);
    EXPECT_EQ(strict.diags.errors(), 1u);
    EXPECT_NE(strict.text().find("[-Werror]"), std::string::npos);
}

TEST(Diagnostics, strange_lines) {
    Unit u(std::string(100000, 'x') + " \xc3\xa4 y");
    u.diags.report(DiagId::lex_bad_number, 2, {"y"});
    EXPECT_NE(u.text().find("error: invalid number y"), std::string::npos);
    Unit tail("\xc3\xa4 y");
    tail.diags.report(DiagId::lex_bad_number, 1, {"y"});
    EXPECT_NE(tail.text().find("|   ^\n"), std::string::npos) << "the caret counts characters, the column bytes";
    Unit empty("");
    empty.diags.report(DiagId::lex_bad_number, 0, {"?"});
    EXPECT_NE(empty.text().find("main.upc:1:1"), std::string::npos);
}

} // namespace
