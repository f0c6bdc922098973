// The command line of upcc: which words are files, options, arguments; which stage gets what; what
// is refused.
#include "compiler/driver/line/command_line.h"

#include <gtest/gtest.h>

using namespace polder::cc;

namespace {

using Words = std::vector<std::string>;

CommandLine parse(const Words &words) {
    CommandLine line;
    EXPECT_TRUE(parse_command_line(words, line));
    return line;
}

bool refused(const Words &words) {
    CommandLine line;
    testing::internal::CaptureStderr();
    const bool good = parse_command_line(words, line);
    const std::string said = testing::internal::GetCapturedStderr();
    return !good && said.starts_with("upcc: error: ");
}

} // namespace

TEST(CommandLine, LanguageBySuffix) {
    EXPECT_EQ(language_of("a.upc"), Language::upc);
    EXPECT_EQ(language_of("dir.x/a.c"), Language::upc);
    EXPECT_EQ(language_of("a.i"), Language::preprocessed);
    EXPECT_EQ(language_of("a.S"), Language::foreign);
    EXPECT_EQ(language_of("a.cc"), Language::foreign);
    EXPECT_EQ(language_of("liba.so.1"), Language::object);
    EXPECT_EQ(language_of("dir.c/noext"), Language::object);
}

TEST(CommandLine, LanguageOption) {
    const CommandLine line =
        parse({"-x", "c", "a.c", "b.upc", "-xupc", "c.txt", "-x", "none", "d.c", "-x", "assembler", "e"});
    ASSERT_EQ(line.inputs.size(), 5u);
    EXPECT_EQ(line.inputs[0].language, Language::plain_c);
    EXPECT_EQ(line.inputs[1].language, Language::upc); // a build system's -x c does not make .upc plain C
    EXPECT_EQ(line.inputs[2].language, Language::upc);
    EXPECT_EQ(line.inputs[3].language, Language::upc);
    EXPECT_EQ(line.inputs[4].language, Language::foreign);
    EXPECT_EQ(line.inputs[4].given_as, "assembler");
}

TEST(CommandLine, PeThreads) {
    const CommandLine line = parse({"-fpe-threads", "a.c", "b.upc", "-x", "c", "d.txt", "-x", "none", "e.o", "f.S"});
    ASSERT_EQ(line.inputs.size(), 5u);
    EXPECT_EQ(line.inputs[0].language, Language::c_of_threads);
    EXPECT_EQ(line.inputs[1].language, Language::upc);
    EXPECT_EQ(line.inputs[2].language, Language::c_of_threads);
    EXPECT_EQ(line.inputs[3].language, Language::object);
    EXPECT_EQ(line.inputs[4].language, Language::foreign);
    EXPECT_TRUE(refused({"-fpe-threads", "a.cc"}));
    EXPECT_TRUE(refused({"-fpe-threads", "-x", "c++", "a.c"}));
    EXPECT_TRUE(refused({"-fpe-threads", "-shared", "a.o"}));
}

TEST(CommandLine, StagesGetTheirWords) {
    const CommandLine line = parse(
        {"-DX", "-I", "inc", "-O2", "-isystem", "sys", "-Wl,-z,now", "-fopenmp", "-pthread", "a.c", "-include", "h.h"});
    EXPECT_EQ(line.words_for(pre),
              (Words{"-DX", "-I", "inc", "-O2", "-isystem", "sys", "-fopenmp", "-pthread", "-include", "h.h"}));
    EXPECT_EQ(line.words_for(comp), (Words{"-O2", "-fopenmp", "-pthread"}));
    EXPECT_EQ(line.words_for(polder::cc::link), (Words{"-O2", "-fopenmp", "-pthread"}));
}

TEST(CommandLine, ArgumentsAreNoFiles) {
    const CommandLine line =
        parse({"-MF",     "d",   "-MT", "t",   "-o",      "out", "-u", "sym", "-Xlinker", "-x", "-z",    "now",
               "--param", "x=1", "-L",  "dir", "-target", "t",   "-A", "q",   "-D",       "X",  "only.c"});
    ASSERT_EQ(line.inputs.size(), 1u);
    EXPECT_EQ(line.inputs[0].path, "only.c");
    EXPECT_EQ(line.output, "out");
    EXPECT_EQ(line.dependencies.file, "d");
}

TEST(CommandLine, LinkOrderIsKept) {
    const CommandLine line = parse({"-la", "x.o", "-Wl,--start-group", "y.c", "-lb", "-Wl,--end-group"});
    ASSERT_EQ(line.link_items.size(), 6u);
    EXPECT_EQ(line.link_items[0].words, Words{"-la"});
    EXPECT_TRUE(line.link_items[1].words.empty());
    EXPECT_EQ(line.link_items[3].input, 1u);
    EXPECT_EQ(line.link_items[5].words, Words{"-Wl,--end-group"});
}

TEST(CommandLine, Actions) {
    EXPECT_EQ(parse({"a.c"}).action, Action::link);
    EXPECT_EQ(parse({"-c", "a.c"}).action, Action::compile);
    EXPECT_EQ(parse({"-S", "a.c"}).action, Action::assemble);
    EXPECT_EQ(parse({"-E", "a.c"}).action, Action::preprocess);
    EXPECT_EQ(parse({"-MM", "a.c"}).action, Action::dependencies);
    EXPECT_EQ(parse({"-fsyntax-only", "a.c"}).action, Action::syntax);
    EXPECT_EQ(parse({"--trans", "a.c"}).action, Action::translate);
    EXPECT_EQ(parse({"--dump-ast", "a.c"}).action, Action::dump_tree);
}

TEST(CommandLine, StaticThreads) {
    for (const Words &words :
         {Words{"-T", "6"}, Words{"-T6"}, Words{"-T=6"}, Words{"-fupc-threads=6"}, Words{"-fupc-threads-6"},
          Words{"-fupc-threads", "6"}, Words{"--threads=6"}, Words{"-T", "6", "-T6"}})
        EXPECT_EQ(parse(words).static_threads, 6u);
    EXPECT_EQ(parse({"a.c"}).static_threads, 0u);
    for (const Words &words : {Words{"-T", "0"}, Words{"-fupc-threads=x"}, Words{"-fupc-threads="},
                               Words{"-T", "4", "-T", "5"}, Words{"-T", "99999999999"}, Words{"-T"}})
        EXPECT_TRUE(refused(words));
    const CommandLine script = parse({"-T", "layout.ld"});
    EXPECT_EQ(script.static_threads, 0u);
    EXPECT_EQ(script.words_for(polder::cc::link), (Words{"-T", "layout.ld"}));
}

TEST(CommandLine, DumpsOnlyForPreprocessing) {
    EXPECT_TRUE(parse({"-c", "-P", "-dM", "-C", "a.c"}).words_for(pre).empty());
    EXPECT_EQ(parse({"-E", "-P", "-dM", "a.c"}).words_for(pre), (Words{"-P", "-dM"}));
}

TEST(CommandLine, PedanticIsForWhatTheUserWrote) {
    const CommandLine line = parse({"-pedantic-errors", "-Wall"});
    EXPECT_EQ(line.words_for(pre), (Words{"-pedantic-errors", "-Wall"}));
    EXPECT_EQ(line.words_for(comp), Words{"-Wall"});
    EXPECT_EQ(line.words_for(comp | plain), (Words{"-pedantic-errors", "-Wall"}));
}

TEST(CommandLine, MissingArguments) {
    for (const char *word : {"-o", "-I", "-include", "-x", "-MF", "-Xlinker", "--cc", "--param", "-l"})
        EXPECT_TRUE(refused({word}));
}

TEST(CommandLine, LongWordsAreNotCutShort) {
    const CommandLine line =
        parse({"-shared-libgcc", "-nostdinc", "-print-prog-name=ld", "-rdynamic", "-static-libgcc", "-dumpmachine"});
    EXPECT_FALSE(line.shared);
    EXPECT_EQ(line.questions.back_end, (Words{"-print-prog-name=ld", "-dumpmachine"}));
    EXPECT_EQ(line.words_for(polder::cc::link), (Words{"-shared-libgcc", "-rdynamic", "-static-libgcc"}));
}
