// Our own sources as hostile input. Every source below tests/ and examples/ is read without its
// directives, cut in the middle, and with its brackets thinned out. (The front end reads
// preprocessed text; what they would include stands in the prelude.) So is every input that once
// broke the compiler (tests/fuzz/found). What the coverage-guided fuzzer starts from is thus run by
// every compiler, on every commit.
#include "tests/fuzz/front_end.h"
#include "tests/unit/compiler/survive.h"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace polder::cc;

namespace {

std::vector<std::string> sources_below(std::initializer_list<const char *> folders) {
    std::vector<std::string> found;
    for (const char *folder : folders)
        for (const auto &entry :
             std::filesystem::recursive_directory_iterator(std::string(POLDER_SOURCE_DIR) + "/" + folder))
            if (const auto kind = entry.path().extension(); kind == ".upc" || kind == ".c" || kind == ".h")
                found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

std::string read(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Without the preprocessor's lines; pragmas stay.
std::string without_directives(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    std::string text = fuzz::prelude;
    bool continued = false;
    for (std::string line; std::getline(file, line);) {
        const bool directive = continued || (line.starts_with('#') && line.find("pragma") == line.npos);
        continued = directive && line.ends_with('\\');
        text += (directive ? "" : line) + "\n";
    }
    return text;
}

std::string thinned(std::string text, unsigned every) {
    unsigned seen = 0;
    std::erase_if(text, [&](char c) {
        return std::string_view("()[]{};").find(c) != std::string_view::npos && ++seen % every == 0;
    });
    return text;
}

TEST(Corpus, found) {
    const std::vector<std::string> files = sources_below({"tests/fuzz/found"});
    ASSERT_FALSE(files.empty());
    survive(
        static_cast<unsigned>(files.size()) * 2, 50, 20,
        [&](unsigned i) { fuzz::translate(fuzz::prelude + read(files[i / 2]), i % 2 * 4); },
        [&](unsigned i) { return files[i / 2]; });
}

TEST(Corpus, own_sources) {
    const std::vector<std::string> files = sources_below({"tests", "examples"});
    ASSERT_GT(files.size(), 200u);
    const auto text = [&](unsigned i) {
        std::string whole = without_directives(files[i / 4]);
        return i % 4 == 0   ? whole
               : i % 4 == 1 ? whole.substr(0, whole.size() / 2)
                            : thinned(std::move(whole), i % 4 == 2 ? 17 : 41);
    };
    survive(
        static_cast<unsigned>(files.size()) * 4, 200, 20,
        [&](unsigned i) { fuzz::translate(text(i), i % 3 == 0 ? 4 : 0); },
        [&](unsigned i) { return files[i / 4] + ", form " + std::to_string(i % 4); });
}

} // namespace
