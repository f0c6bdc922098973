// The command of the link; what the linker says in words of the sources.
#include "compiler/driver/link/linker.h"

#include "compiler/driver/link/link_check.h"
#include "compiler/driver/link/link_messages.h"
#include "compiler/driver/system/message.h"
#include "compiler/driver/system/process.h"
#include "compiler/driver/system/words.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace polder::cc {

namespace {

/// The system limits the length of a command, and an @file of ours may have hidden a long one. Such
/// words go on in an @file.
bool shorten(std::vector<std::string> &words, size_t kept) {
    constexpr size_t long_command = 100000; // bytes; Linux refuses more than 128 KiB a word and usually 2 MiB in all
    size_t length = 0;
    std::string text;
    for (size_t i = kept; i < words.size(); ++i) {
        length += words[i].size() + 1;
        text += quoted_for_response_file(words[i]) + "\n";
    }
    if (length < long_command) return true;
    const std::string path = temporary_file(".rsp");
    if (path.empty() || !write_file(path, text)) return false;
    words.resize(kept);
    words.push_back("@" + path);
    return true;
}

/// Of the linker, which then links nothing.
bool only_asks(const std::vector<std::string> &words) {
    return std::any_of(words.begin(), words.end(),
                       [](const std::string &word) { return word == "-Wl,--version" || word == "-Wl,--help"; });
}

} // namespace

/// Behind everything the user names. The mathematics library comes unasked, as with other UPC
/// compilers, unless plainly nothing uses it. Looking through it takes a tenth of the time to link
/// a small program.
std::vector<std::string> Linker::libraries(bool mathematics) const {
    if (line_.no_libraries) return {};
    std::vector<std::string> words = runtime_libraries(line_, tools_);
    if (mathematics && !line_.shared) append(words, {"-Wl,--push-state,--as-needed", "-lm", "-Wl,--pop-state"});
    return words;
}

/// Its objects lie in folders of this name.
bool Linker::linked_by_cmake() const {
    return std::any_of(line_.inputs.begin(), line_.inputs.end(), [](const InputFile &input) {
        return !is_source(input) && input.path.find("CMakeFiles/") != std::string::npos;
    });
}

void Linker::explain(const std::string &said) const {
    std::vector<std::pair<std::string, std::string>> names;
    for (size_t i = 0; i < objects_.size(); ++i)
        if (is_source(line_.inputs[i]) && !objects_[i].empty()) names.emplace_back(objects_[i], line_.inputs[i].path);
    const LinkMessages messages = link_messages(said, names);
    fputs(messages.text.c_str(), stderr);
    if (messages.no_main)
        complain("no source of the program defines 'main'",
                 linked_by_cmake()
                     ? "CMake leaves .upc files out until it knows the language: add find_package(Polder REQUIRED) "
                       "behind project()"
                     : "one file with main must be compiled as UPC (.upc, .c or -x upc); -c compiles without linking");
    if (messages.twice)
        advise("define it in one source and declare it 'extern' in the others (in a header, too); -fcommon merges "
               "definitions without initial values, as older compilers did");
}

void Linker::complain_of_no_library() const {
    if (tools_.target.machine == own_machine)
        complain("libpolder.a was not found",
                 "upcc looks for ../lib/libpolder.a from its own folder; move the whole prefix, not the program");
    else
        complain("libpolder.a for " + name_of(tools_.target.machine) + " was not found",
                 ("a cross build makes it (cmake --preset aarch64); upcc looks in ../lib and ../lib/" +
                  multiarch_name(tools_.target.machine) + " from its own folder")
                     .c_str());
}

std::vector<std::string> Linker::command(bool mathematics) const {
    std::vector<std::string> words = tools_.cc;
    std::vector<std::string> linked;
    append(words, line_.words_for(cc::link));
    for (const LinkItem &item : line_.link_items) {
        if (item.words.empty())
            linked.push_back(is_source(line_.inputs[item.input]) ? objects_[item.input]
                                                                 : line_.inputs[item.input].path);
        append(words, item.words.empty() ? std::vector{linked.back()} : item.words);
    }
    if (takes_core_object(line_, tools_, linked, words)) words.push_back(tools_.core_object);
    append(words, libraries(mathematics));
    if (collects_sections(words)) words.push_back("-Wl,-z,nostart-stop-gc");
    if (!line_.output.empty()) append(words, {"-o", line_.output});
    return words;
}

int Linker::link(bool mathematics) const {
    if (tools_.library.empty() && !line_.no_libraries) {
        complain_of_no_library();
        return 1;
    }
    const std::vector<std::string> all_words = command(mathematics);
    std::vector<std::string> words = all_words;
    if (!line_.dry_run && !shorten(words, tools_.cc.size())) return 1;
    stages_.show(words);
    if (line_.dry_run) return 0;
    std::string said;
    const int status = run_and_read_messages(words, said);
    explain(said);
    if (status) return status;
    const std::string output = line_.output.empty() ? "a.out" : line_.output;
    if (!only_asks(words) && !has_made(words, output)) return 1;
    if (check_linked_declarations(output, all_words, line_)) return 0;
    remove_output(output);
    return 1;
}

} // namespace polder::cc
