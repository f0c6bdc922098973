// upcc: the driver. It behaves like cc; what it adds stands in --help.
#include "base/streams/standard_streams.h"
#include "compiler/driver/build.h"
#include "compiler/driver/help.h"
#include "compiler/driver/system/memory.h"
#include "compiler/driver/system/message.h"
#include "compiler/driver/system/process.h"

#include <sys/resource.h>

namespace {

/// The passes recurse with the nesting of the source. The parser limits it to what this stack
/// holds.
void raise_stack_limit() {
    struct rlimit limit;
    const rlim_t wanted = 64 << 20;
    if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= wanted) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

void add_build_flags(polder::cc::CommandLine &line) {
    // A sanitizer build of the runtime needs programs built the same way.
    if (*POLDER_PROGRAM_FLAGS) line.flags.insert(line.flags.begin(), {{POLDER_PROGRAM_FLAGS}, polder::cc::all});
}

/// The back end has refused, perhaps for an option that only upcc could have understood.
void suggest_options(const polder::cc::CommandLine &line) {
    for (const std::string &word : line.unknown)
        if (const std::string meant = polder::cc::suggested_option(word); !meant.empty())
            polder::cc::advise(("'" + word + "': did you mean '" + meant + "'?").c_str());
}

/// A word behind -T that is no number is a script for the linker.
void explain_script(const polder::cc::CommandLine &line) {
    for (const auto &flag : line.flags)
        if (flag.words.size() == 2 && flag.words[0] == "-T" && access(flag.words[1].c_str(), F_OK) != 0)
            polder::cc::advise(
                ("'-T " + flag.words[1] + "' names a script for the linker; -T 4 is a number of threads").c_str());
}

} // namespace

int main(int argc, char **argv) {
    using namespace polder::cc;
    polder::standard_descriptors_open();
    catch_end_of_memory();
    raise_stack_limit();
    CommandLine line;
    if (!parse_command_line({argv + 1, argv + argc}, line)) return 1;
    add_build_flags(line);
    if (line.help) return print_help();

    Toolchain tools;
    if (!find_toolchain(line, tools)) return 1;
    if (line.version) return print_version(tools);
    if (!line.questions.flags.empty()) return print_flags(line, tools);
    if (!line.questions.back_end.empty()) return ask_back_end(line, tools);
    if (line.verbose) {
        print_paths(tools);
        if (line.inputs.empty()) return ask_back_end(line, tools);
    }
    catch_fatal_signals();
    const int status = build(line, tools);
    end_temporary_files();
    if (status) suggest_options(line);
    if (status) explain_script(line);
    return status;
}
