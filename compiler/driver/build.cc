// Inputs and the output are looked at before anything runs; a source that fails does not stop the
// others.
#include "compiler/driver/build.h"

#include "compiler/driver/back_end/stages.h"
#include "compiler/driver/compile/source_compiler.h"
#include "compiler/driver/link/linker.h"
#include "compiler/driver/system/file_names.h"
#include "compiler/driver/system/memory.h"
#include "compiler/driver/system/message.h"
#include "compiler/driver/system/process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

namespace polder::cc {

namespace {

class Build {
public:
    Build(const CommandLine &line, const Toolchain &tools)
        : line_(line), tools_(tools), stages_(line), compiler_(line, tools, stages_) {}
    int run();

private:
    bool check_inputs() const;
    bool check_output() const;
    int compile_all();
    int compile(size_t index);
    std::string output_name(const InputFile &input) const;
    int write_report() const;
    bool uses_mathematics() const;

    const CommandLine &line_;
    const Toolchain &tools_;
    const Stages stages_;
    SourceCompiler compiler_;
    std::vector<std::string> objects_; // by index of the input
};

int Build::run() {
    // As with cc, `-Wl,--version` alone asks the linker; build systems do.
    if (line_.inputs.empty() && (line_.link_items.empty() || line_.action != Action::link)) {
        complain("no input files", "upcc hello.upc -o hello compiles and links; upcc --help says more");
        return 1;
    }
    if (!check_inputs() || !check_output()) return 1;
    objects_.resize(line_.inputs.size());
    const int status = compile_all();
    const int reported = write_report();
    if (status || reported) return status ? status : reported;
    if (line_.action != Action::link) return 0;
    return Linker(line_, tools_, stages_, objects_).link(uses_mathematics());
}

bool Build::check_inputs() const {
    bool good = true;
    for (const InputFile &input : line_.inputs) {
        struct stat info;
        if (input.path == "-") {
            if (input.language != Language::by_suffix || line_.action == Action::preprocess) continue;
            complain("standard input needs a language", "say -x upc or -x c before the '-'");
            good = false;
        } else if (stat(input.path.c_str(), &info) < 0) {
            complain(input.path + ": " + strerror(errno));
            good = false;
        } else if (S_ISDIR(info.st_mode)) {
            complain(input.path + ": is a directory");
            good = false;
        }
    }
    return good;
}

bool Build::check_output() const {
    if (line_.output.empty()) return true;
    size_t sources = 0;
    struct stat in;
    struct stat out;
    const bool exists = stat(line_.output.c_str(), &out) == 0 && S_ISREG(out.st_mode);
    for (const InputFile &input : line_.inputs) {
        sources += is_source(input);
        if (exists && stat(input.path.c_str(), &in) == 0 && in.st_ino == out.st_ino && in.st_dev == out.st_dev) {
            complain("the input file '" + input.path + "' is the output file too");
            return false;
        }
    }
    if (sources < 2 || line_.action == Action::link || line_.action == Action::syntax) return true;
    complain("-o names one file, but there are " + std::to_string(sources) + " to write",
             "leave -o out with -c, -S or -E and several sources, or compile them one by one");
    return false;
}

int Build::compile_all() {
    int status = 0;
    for (size_t i = 0; i < line_.inputs.size(); ++i) {
        if (is_source(line_.inputs[i])) {
            if (const int s = compile(i)) status = s;
        } else if (line_.action != Action::link) {
            warn(line_.inputs[i].path + ": linker input file unused because linking not done");
        }
    }
    return status;
}

/// What the optimiser did with all sources of the command.
int Build::write_report() const {
    if (!line_.report || line_.dry_run) return 0;
    const std::string &report = compiler_.report();
    if (line_.report_file.empty()) return fwrite(report.data(), 1, report.size(), stderr) == report.size() ? 0 : 1;
    return write_file(line_.report_file, report) ? 0 : 1;
}

std::string Build::output_name(const InputFile &input) const {
    if (line_.action == Action::compile || line_.action == Action::assemble) {
        if (!line_.output.empty()) return line_.output;
        return base_name(input.path) + (line_.action == Action::compile ? ".o" : ".s");
    }
    return line_.save_temps ? base_name(input.path) + ".o" : temporary_file(".o");
}

int Build::compile(size_t index) {
    const InputFile &input = line_.inputs[index];
    memory_is_for(input.path);
    if (line_.action == Action::preprocess || line_.action == Action::dependencies)
        return compiler_.preprocess_only(input);
    std::string output;
    if (line_.action == Action::link || line_.action == Action::compile || line_.action == Action::assemble) {
        output = line_.dry_run && line_.action == Action::link ? base_name(input.path) + ".o" : output_name(input);
        if (output.empty()) return 1;
        objects_[index] = output;
    }
    const int status = compiler_.compile(input, output);
    return status || output.empty() || line_.dry_run || has_made(tools_.cc, output) ? status : 1;
}

/// An object or a source of another language may; it is not looked into.
bool Build::uses_mathematics() const {
    for (const InputFile &input : line_.inputs)
        if (input.language == Language::object || input.language == Language::foreign) return true;
    return compiler_.uses_mathematics();
}

} // namespace

int build(const CommandLine &line, const Toolchain &tools) {
    return Build(line, tools).run();
}

} // namespace polder::cc
