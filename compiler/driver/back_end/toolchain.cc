// Looks for the back end in $PATH, and for headers and library beside the executable of upcc.
#include "compiler/driver/back_end/toolchain.h"

#include "compiler/abi/abi.h"
#include "compiler/driver/back_end/elf_image.h"
#include "compiler/driver/line/dialect.h"
#include "compiler/driver/system/message.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <elf.h>
#include <unistd.h>

namespace polder::cc {
namespace {

std::vector<std::string> split_at_spaces(const std::string &text) {
    std::vector<std::string> words;
    size_t from = 0;
    while ((from = text.find_first_not_of(' ', from)) != std::string::npos) {
        const size_t to = text.find(' ', from);
        words.push_back(text.substr(from, to == std::string::npos ? to : to - from));
        if (to == std::string::npos) break;
        from = to;
    }
    return words;
}

/// As execvp would find it; empty if it does not.
std::string find_program(const std::string &name) {
    if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
    const char *path = getenv("PATH");
    std::string rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
    for (size_t from = 0; from <= rest.size();) {
        size_t to = rest.find(':', from);
        if (to == std::string::npos) to = rest.size();
        const std::string dir = to == from ? "." : rest.substr(from, to - from);
        const std::string candidate = dir + "/" + name;
        if (access(candidate.c_str(), X_OK) == 0) return candidate;
        from = to + 1;
    }
    return "";
}

/// What follows in abi.h on the lines that are for upcc.
constexpr std::string_view end_of_marks = abi::ga;

std::string real_path(const std::string &path) {
    char buffer[PATH_MAX];
    return realpath(path.c_str(), buffer) ? buffer : path;
}

/// A cross compiler is named after its target, and so is the back end it takes:
/// aarch64-linux-gnu-upcc uses aarch64-linux-gnu-gcc. Empty for plain upcc.
std::string target_prefix(const std::string &self) {
    const std::string own = "-upcc";
    const std::string name = self.substr(self.rfind('/') + 1);
    const bool prefixed = name.size() > own.size() && name.compare(name.size() - own.size(), own.size(), own) == 0;
    return prefixed ? name.substr(0, name.size() - own.size() + 1) : "";
}

bool choose_back_end(const CommandLine &line, const std::string &self, Toolchain &tools) {
    const char *environment = getenv("POLDER_CC");
    std::string wanted = !line.back_end.empty() ? line.back_end : environment ? environment : "";
    if (!wanted.empty()) {
        tools.cc = split_at_spaces(wanted);
        if (tools.cc.empty() || find_program(tools.cc[0]).empty()) {
            complain("the C compiler '" + wanted + "' was not found",
                     line.back_end.empty() ? "POLDER_CC names it; install it or name another" : "--cc names it");
            return false;
        }
        return true;
    }
    std::string tried;
    for (const char *name : {"cc", "gcc", "clang"}) {
        const std::string program = target_prefix(self) + name;
        if (!find_program(program).empty()) {
            tools.cc = {program};
            return true;
        }
        tried += (tried.empty() ? "" : ", ") + program;
    }
    complain("no C compiler was found in PATH (" + tried + ")",
             "upcc needs one underneath: apt-get install gcc, or name one with --cc=PROGRAM");
    return false;
}

/// aarch64-linux-gnu-gcc, --target=aarch64-linux-gnu. Where no word names a machine, that of upcc
/// itself.
Machine machine_named(const std::vector<std::string> &words) {
    Machine machine = own_machine;
    for (const std::string &word : words) {
        const std::string name = word.substr(word.rfind('/') + 1);
        if (name.find("aarch64") != std::string::npos || name.find("arm64") != std::string::npos)
            machine = Machine::aarch64;
        else if (name.find("x86_64") != std::string::npos)
            machine = Machine::x86_64;
    }
    return machine;
}

bool refuse_ourselves(const std::string &self, const Toolchain &tools) {
    if (real_path(find_program(tools.cc[0])) != self) return true;
    complain("the back-end C compiler of upcc is upcc itself", "name another with --cc=PROGRAM or POLDER_CC");
    return false;
}

std::string first_that_exists(const std::string &base, std::initializer_list<const char *> dirs, const char *file) {
    for (const char *dir : dirs) {
        const std::string path = base + "/" + dir;
        if (access((path + "/" + file).c_str(), R_OK) == 0) return real_path(path);
    }
    return "";
}

/// Folders may hold the libraries of several machines (Debian's multiarch). The module object
/// beside each tells its own.
bool is_library_for(Machine machine, const std::string &folder) {
    if (access((folder + "/libpolder.a").c_str(), R_OK) != 0) return false;
    const unsigned built_for = ElfImage(folder + "/polder/module.o").machine();
    return built_for == 0 || built_for == (machine == Machine::aarch64 ? EM_AARCH64 : EM_X86_64);
}

std::string find_library(const std::string &bin, Machine machine) {
    const std::string other = bin + "/../lib/" + multiarch_name(machine);
    for (const std::string &folder : {bin + "/../lib", bin + "/" POLDER_LIB_FROM_BIN, other})
        if (is_library_for(machine, folder)) return real_path(folder);
    return "";
}

} // namespace

bool find_toolchain(const CommandLine &line, Toolchain &tools) {
    const std::string self = real_path("/proc/self/exe");
    if (!choose_back_end(line, self, tools) || !refuse_ourselves(self, tools)) return false;
    const std::string program = real_path(find_program(tools.cc.back()));
    if (program.substr(program.rfind('/') + 1).find("clang") != std::string::npos) tools.family = BackendFamily::clang;

    const std::string bin = self.substr(0, self.rfind('/'));
    tools.include_dir = first_that_exists(bin, {"../include", POLDER_INCLUDE_FROM_BIN}, "polder/abi.h");
    if (tools.include_dir.empty()) {
        complain("the headers of Polder were not found beside '" + self + "'",
                 "upcc looks for ../include/polder/abi.h from its own folder; move the whole prefix, not the program");
        return false;
    }
    std::vector<std::string> words = {target_prefix(self)};
    const std::vector<std::string> user = line.words_for(comp);
    words.insert(words.end(), tools.cc.begin(), tools.cc.end());
    words.insert(words.end(), user.begin(), user.end());
    tools.target = Target::of(machine_named(words));
    if (tools.family == BackendFamily::clang && tools.target.machine != own_machine &&
        machine_named(user) == own_machine && machine_named(tools.cc) == own_machine) // one clang is for all machines
        tools.cc.push_back("--target=" + multiarch_name(tools.target.machine));
    const std::string lib = find_library(bin, tools.target.machine);
    if (!lib.empty()) {
        tools.library = lib + "/libpolder.a";
        tools.shared_library = lib + "/polder/libpolder.so";
        tools.module_object = lib + "/polder/module.o";
        if (access((lib + "/polder/core.o").c_str(), R_OK) == 0) tools.core_object = lib + "/polder/core.o";
    }
    const std::string scripts = bin.substr(0, bin.rfind('/')) + "/share/gdb/auto-load";
    if (access((scripts + "/polder-gdb.py").c_str(), R_OK) == 0) tools.debugger_script = scripts + "/polder-gdb.py";
    return true;
}

void recognise_back_end(const std::string &preprocessed, Options &options) {
    // clang marks its built-in macros as a system header, gcc does not; abi.h spells the version
    // out for UPC sources.
    if (preprocessed.substr(0, 4096).find("\"<built-in>\" 3") != std::string::npos)
        options.backend = BackendFamily::clang;
    static const std::string mark = abi::backend_version + " = ";
    const size_t at = preprocessed.find(mark);
    if (at == std::string::npos) return; // plain C
    options.backend_version = static_cast<unsigned>(strtoul(preprocessed.c_str() + at + mark.size(), nullptr, 10));
    const std::string told = preprocessed.substr(at, preprocessed.find(end_of_marks, at) - at);
    const auto says = [&](const std::string &fact) { return told.find(fact) != std::string::npos; };
    options.c23 = says(abi::c23_keywords + " = 1");
    options.target = Target::of(says(abi::machine_aarch64 + " = 1") ? Machine::aarch64 : Machine::x86_64);
    options.target.char_is_signed = !says(abi::unsigned_char + " = 1");
}

bool tells_back_end(const std::string &preprocessed) {
    const size_t at = preprocessed.find(abi::backend_version);
    return at != std::string::npos && preprocessed.find(end_of_marks, at) != std::string::npos;
}

namespace {

/// -z defs and its other spellings.
bool refuses_undefined(const CommandLine &line) {
    std::string previous;
    const auto refuses = [&](const std::string &word) {
        const bool after_z = previous == "-z" || previous == "-Wl,-z";
        previous = word;
        return word.find("--no-undefined") != std::string::npos || word.find("-z,defs") != std::string::npos ||
               word == "-zdefs" || (after_z && (word == "defs" || word == "-Wl,defs"));
    };
    for (const LinkItem &item : line.link_items)
        for (const std::string &word : item.words)
            if (refuses(word)) return true;
    for (const Flag &flag : line.flags)
        for (const std::string &word : flag.words)
            if ((flag.stages & cc::link) && refuses(word)) return true;
    return false;
}

/// Plain C code of a static program calls exit of the C library, in which several threads of a
/// process cannot be at once. These words make the call ours.
void add_exit(std::vector<std::string> *words, const CommandLine &line) {
    for (const std::string &word : line.words_for(cc::link))
        if (word == "-static" || word == "-static-pie" || word == "--static")
            return words->push_back("-Wl,--wrap=exit");
}

/// Where the library lies, and plugins for programs that another launcher than upcrun starts
/// (conduits/open/load.cc).
void add_run_path(std::vector<std::string> *words, const Toolchain &tools) {
    const std::string folder = tools.shared_library.substr(0, tools.shared_library.rfind('/'));
    if (folder.compare(0, 8, "/usr/lib") != 0) words->push_back("-Wl,-rpath," + folder);
}

} // namespace

std::vector<std::string> runtime_libraries(const CommandLine &line, const Toolchain &tools) {
    std::vector<std::string> words;
    if (line.shared_runtime || (line.shared && refuses_undefined(line))) {
        words.push_back(tools.shared_library);
    }
    add_run_path(&words, tools);
    if (line.shared) {
        words.push_back(tools.module_object);
    } else {
        if (line.uses_mpi) words.push_back("-Wl,-u," + abi::uses_mpi);
        words.push_back(tools.library); // beside the shared library: main and the module object come from it
        words.push_back("-lpthread");
        add_exit(&words, line);
    }
    return words;
}

bool collects_sections(const std::vector<std::string> &words) {
    bool collects = false;
    for (const std::string &word : words) {
        if (word == "-fuse-ld=gold" || word == "-fuse-ld=mold") return false;
        collects = collects || word.find("--gc-sections") != std::string::npos;
    }
    return collects;
}

bool takes_core_object(const CommandLine &line, const Toolchain &tools, const std::vector<std::string> &objects,
                       const std::vector<std::string> &words) {
    if (tools.core_object.empty() || line.shared || line.shared_runtime || line.no_libraries) return false;
    if (asks_for_debug_information(line.words_for(all)) || collects_sections(words)) return false;
    // Where the program names the archive itself, members of it come first.
    const bool names_archive = std::any_of(words.begin(), words.end(), [](const std::string &word) {
        return word == "-lpolder" || word.ends_with("libpolder.a") || word.starts_with("@");
    });
    return !names_archive && std::any_of(objects.begin(), objects.end(), [](const std::string &object) {
        return !ElfImage(object).sections(abi::section::unit).empty();
    });
}

std::vector<std::string> predefined_macros(const CommandLine &line, const Toolchain &tools, Language language) {
    std::vector<std::string> words = {"-D__POLDER__=" POLDER_VERSION_MAJOR, "-D__POLDER_MINOR__=" POLDER_VERSION_MINOR,
                                      "-D__POLDER_PATCHLEVEL__=" POLDER_VERSION_PATCH};
    if (language == Language::c_of_threads) return words;
    words.insert(words.end(), {"-D__UPC__=1", "-D__UPC_VERSION__=201311L", "-DUPC_MAX_BLOCK_SIZE=2147483647"});
    if (line.static_threads) {
        words.push_back("-D__UPC_STATIC_THREADS__=1");
        words.push_back("-DTHREADS=" + std::to_string(line.static_threads));
    } else {
        words.push_back("-D__UPC_DYNAMIC_THREADS__=1");
    }
    if (!line.passes.at(0).division) words.push_back("-D__POLDER_PLAIN_DIVISION__=1");
    for (const std::string &dialect : line.dialects) {
        const std::vector<std::string> &macros = *dialect_macros(dialect);
        words.insert(words.end(), macros.begin(), macros.end());
    }
    static const struct {
        const char *header, *macro;
    } features[] = {
        {"upc_tick.h", "-D__UPC_TICK__=1"},
        {"upc_castable.h", "-D__UPC_CASTABLE__=1"},
        {"upc_atomic.h", "-D__UPC_ATOMIC__=1"},
        {"upc_nb.h", "-D__UPC_NB__=1"},
        {"upc_collective.h", "-D__UPC_COLLECTIVE__=1"},
        {"upc_io.h", "-D__UPC_IO__=1"},
        {"pupc.h", "-D__UPC_PUPC__=1"},
    };
    for (const auto &feature : features)
        if (access((tools.include_dir + "/" + feature.header).c_str(), R_OK) == 0) words.push_back(feature.macro);
    return words;
}

} // namespace polder::cc
