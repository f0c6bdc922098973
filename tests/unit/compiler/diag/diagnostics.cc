// How diagnostics look, and that the same thing is said once.
#include "compiler/diag/alignment.h"
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
    u.diags.report(DiagId::lex_bad_number, 3, {"12"}); // out of a macro: at its name, then the preprocessed line
    EXPECT_EQ(u.text(1), file + ":1:20: error: invalid number 12\n"
                                "    1 | int y   =  /* c */ N + y;\n"
                                "      |                    ^\n"
                                "      in the expansion of macro 'N':\n"
                                "      | int y = 12 + y;\n"
                                "      |         ^~\n");
    std::system(("rm -r " + std::string(dir)).c_str());
}

// A macro call over several lines is one line behind the preprocessor; its arguments are found
// where they were written.
TEST(Diagnostics, macro_call_of_several_lines) {
    char dir[] = "/tmp/polder-diag-XXXXXX";
    ASSERT_NE(mkdtemp(dir), nullptr);
    const std::string file = std::string(dir) + "/a.upc";
    std::ofstream(file) << "f();\nSET(a,\n    b /* c */,\n    d);\n";
    Unit u("# 1 \"" + file + "\"\nf();\n{ a.d = b; };\n\n\n");
    const auto place = [&](TokenIndex token) {
        u.diags.report(DiagId::lex_bad_number, token, {"x"});
        const std::string text = u.text(u.diags.all().size() - 1);
        return text.substr(file.size(), text.find(": error") - file.size());
    };
    EXPECT_EQ(place(9), ":3:5") << "b";
    EXPECT_EQ(place(8), ":2:1") << "'=' is the macro's";
    EXPECT_NE(u.text(1).find("in the expansion of macro 'SET'"), std::string::npos);
    EXPECT_EQ(place(0), ":1:1");
    std::system(("rm -r " + std::string(dir)).c_str());
}

TEST(Diagnostics, alignment) {
    const Word written[] = {{"x", true}, {"="}, {"ADD", true}, {"("}, {"p", true}, {","}, {"q", true}, {")"}, {";"}};
    const Word preprocessed[] = {{"x"}, {"="}, {"("}, {"p"}, {"->"}, {"n"}, {"+"}, {"q"}, {")"}, {";"}};
    const Alignment a(written, preprocessed);
    EXPECT_EQ(a.partner(0), 0u);
    EXPECT_EQ(a.partner(3), 4u);
    EXPECT_EQ(a.partner(4), Alignment::none);
    EXPECT_EQ(a.macro_of(4), 2u);
    EXPECT_EQ(a.macro_of(6), 2u);
    const Alignment nothing({}, preprocessed);
    EXPECT_EQ(nothing.partner(2), Alignment::none);
    EXPECT_EQ(nothing.macro_of(2), Alignment::none);
    const std::vector<Word> many(5000, {"x", true});
    EXPECT_EQ(Alignment(many, many).partner(0), Alignment::none) << "too long to compare";
}

TEST(Diagnostics, warnings_by_name) {
    EXPECT_EQ(warning_name(DiagId::upc_barrier_in_forall), "upc-barrier-in-forall");
    EXPECT_EQ(warning_name(DiagId::sema_undeclared), "");
    WarningSwitches switches;
    EXPECT_FALSE(switches.set("upc-no-such-warning", WarningSwitches::Level::off));
    EXPECT_FALSE(switches.set("upc-undeclared", WarningSwitches::Level::off)) << "errors cannot be switched off";
    for (const WarningText &w : all_warnings())
        EXPECT_TRUE(switches.set(w.name, WarningSwitches::Level::off)) << w.name;
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
    u.diags.report(DiagId::upc_barrier_in_forall, 0);
    u.diags.report(DiagId::upc_barrier_in_forall, 1);
    EXPECT_EQ(u.diags.warnings(), 1u);
    Unit quiet("a");
    quiet.diags.set_output({.no_warnings = true});
    quiet.diags.report(DiagId::upc_barrier_in_forall, 0);
    EXPECT_EQ(quiet.diags.warnings(), 0u);
    Unit strict("a");
    strict.diags.set_output({.werror = true});
    strict.diags.report(DiagId::upc_barrier_in_forall, 0);
    EXPECT_EQ(strict.diags.errors(), 1u);
    EXPECT_NE(strict.text().find("[-Werror=upc-barrier-in-forall]"), std::string::npos);
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
