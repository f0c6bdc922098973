// Where notes of coverage go: gcc is told a prefix, clang the files by name.
#include "compiler/driver/back_end/beside.h"

#include "compiler/driver/system/file_names.h"

#include <algorithm>
#include <climits>
#include <unistd.h>

namespace polder::cc {

namespace {

/// The directory this process works in, with a slash behind it.
std::string working_directory() {
    char path[PATH_MAX];
    return getcwd(path, sizeof path) ? std::string(path) + "/" : "";
}

} // namespace

bool asks_for_coverage(const std::vector<std::string> &words) {
    return std::any_of(words.begin(), words.end(), [](const std::string &word) {
        return word == "--coverage" || word == "-coverage" || word == "-ftest-coverage" || word == "-fprofile-arcs";
    });
}

std::vector<std::string> names_beside_object(const CommandLine &line, const std::string &source, BackendFamily family) {
    if (line.action != Action::link || line.save_temps) return {};
    const std::string program = line.output.empty() ? "a" : with_suffix(line.output, "");
    const std::string name = source.substr(source.rfind('/') + 1);
    const std::string base = base_name(name);
    const std::string prefix = program + "-";
    if (family == BackendFamily::gcc)
        return {"-dumpdir", prefix, "-dumpbase", name, "-dumpbase-ext", name.substr(base.size())};
    if (!asks_for_coverage(line.words_for(comp))) return {};
    const std::string data = prefix[0] == '/' ? prefix + base : working_directory() + prefix + base;
    return {"-Xclang", "-coverage-notes-file=" + prefix + base + ".gcno", "-Xclang",
            "-coverage-data-file=" + data + ".gcda"};
}

} // namespace polder::cc
