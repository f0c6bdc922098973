// The readable text of generated C (compiler/emit/layout.h) has the tokens of the text that is
// compiled, each at the same place of the source. Without line markers it is the same text.
#include "tests/unit/compiler/front_end.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace polder::cc;

namespace {

std::string preprocessed(const std::string &file) {
    std::string text;
    FILE *p =
        popen(("cc -E -I" POLDER_SOURCE_DIR "/include -D__UPC__=1 -include polder/abi.h -x c " + file + " 2>/dev/null")
                  .c_str(),
              "r");
    std::array<char, 65536> buffer;
    for (size_t n; p && (n = fread(buffer.data(), 1, buffer.size(), p)) > 0;)
        text.append(buffer.data(), n);
    return p && pclose(p) == 0 ? text : std::string();
}

std::string code(const std::string &text, CodeFor whom) {
    Options options = test::upc_for(0);
    options.level = 3;
    options.passes = PassSwitches().at(options.level);
    test::FrontEnd front_end(text, "t.upc", options);
    return front_end.diags.errors() ? std::string() : generated_code(front_end.ctx, whom);
}

/// `# 12 "file"`: a line marker.
bool is_marker(const std::string &line) {
    return line.size() > 2 && line[0] == '#' && line[1] == ' ' && isdigit(static_cast<unsigned char>(line[2]));
}

/// The words of the text, each with the file and line that it has for a compiler in front.
std::vector<std::string> words_with_places(const std::string &text) {
    std::vector<std::string> words;
    std::istringstream lines(text);
    std::string line;
    std::string file;
    std::string word;
    long number = 0;
    while (std::getline(lines, line)) {
        ++number;
        if (is_marker(line)) {
            number = std::stol(line.substr(2)) - 1;
            const size_t quote = line.find('"');
            if (quote != std::string::npos) file = line.substr(quote, line.rfind('"') - quote);
            continue;
        }
        std::istringstream parts(line);
        while (parts >> word)
            words.push_back(file + ":" + std::to_string(number) + " " + word);
    }
    return words;
}

/// Words are divided differently where a line ends behind a bracket: compares characters.
std::string characters(const std::vector<std::string> &words) {
    std::string all;
    std::string place;
    for (const std::string &word : words) {
        const size_t space = word.rfind(' ');
        if (word.compare(0, space, place) != 0) {
            place = word.substr(0, space);
            all += "\n" + place + " ";
        }
        all += word.substr(space + 1);
    }
    return all;
}

std::string without_markers(const std::string &text) {
    std::istringstream lines(text);
    std::string line;
    std::string all;
    while (std::getline(lines, line)) {
        if (!is_marker(line) && !line.empty()) all += line + "\n";
    }
    return all;
}

std::vector<std::string> sources() {
    std::vector<std::string> found;
    for (const char *folder : {"/tests/compiler/emit", "/tests/compiler/run", "/examples"})
        for (const auto &entry : std::filesystem::directory_iterator(std::string(POLDER_SOURCE_DIR) + folder))
            if (entry.path().extension() == ".upc") found.push_back(entry.path());
    return found;
}

TEST(Layout, tokens_and_their_places_stay) {
    unsigned compared = 0;
    for (const std::string &file : sources()) {
        const std::string text = preprocessed(file);
        const std::string compiled = code(text, CodeFor::back_end);
        if (compiled.empty()) continue; // it needs options
        const std::string readable = code(text, CodeFor::readers);
        EXPECT_EQ(characters(words_with_places(compiled)), characters(words_with_places(readable))) << file;
        EXPECT_EQ(without_markers(readable), without_markers(code(text, CodeFor::readers_without_markers))) << file;
        ++compared;
    }
    EXPECT_GT(compared, 40U);
}

// What is emitted depends on the program alone, and not on where the compiler's memory lies.
TEST(Layout, the_same_each_time) {
    const std::string text = preprocessed(std::string(POLDER_SOURCE_DIR) + "/tests/compiler/emit/alias_versioning.upc");
    const std::string first = code(text, CodeFor::readers);
    std::vector<std::string> in_the_way;
    for (size_t turn = 0; turn < 40; ++turn) {
        in_the_way.emplace_back(1000 << turn % 12, 'x');
        ASSERT_TRUE(code(text, CodeFor::readers) == first) << turn;
    }
}

TEST(Layout, lines_are_short_and_blocks_indented) {
    const std::string text =
        code(preprocessed(POLDER_SOURCE_DIR "/examples/vector_add.upc"), CodeFor::readers_without_markers);
    const size_t main_at = text.find(" int main(");
    ASSERT_NE(main_at, std::string::npos);
    std::istringstream lines(text.substr(main_at));
    std::string line;
    unsigned indented = 0;
    while (std::getline(lines, line) && line != "}") {
        EXPECT_LE(line.size(), 110U) << line;
        indented += line.rfind("        ", 0) == 0;
    }
    EXPECT_GT(indented, 3U);
}

} // namespace
