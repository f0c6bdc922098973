// Asks libdw for symbols and lines, and leaves out frames of the runtime.
#include "tools/run/local/symbolise.h"
#include "runtime/fault/snapshot.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <iterator>
#include <unistd.h>

namespace polder::run {

namespace {

Dwfl_Callbacks callbacks() {
    Dwfl_Callbacks result{};
    result.find_elf = dwfl_linux_proc_find_elf;
    result.find_debuginfo = dwfl_standard_find_debuginfo;
    return result;
}

std::string demangled(const char *name) {
    if (std::strncmp(name, "_Z", 2)) return name; // a function f of C would be taken for the type float
    int status;
    char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    if (!text) return name;
    std::string result = text;
    std::free(text);
    return result;
}

// Without the compilers' marks of parts and clones of a function: ".cold", ".part.0", ".isra.0",
// "@GLIBC_2.2.5".
std::string plain(const char *symbol) {
    return std::string(symbol, std::strcspn(symbol, ".@"));
}

// The program's main, where C compilers refuse it that name (compiler/lower/decl/functions.cc).
bool is_main(const char *name) {
    return !std::strcmp(name, "polder_main");
}

// Versions of functions have names of their own (docs/design/generated-code.md).
constexpr std::string_view far_prefix = "polder_n_";
constexpr std::string_view inlined_prefix = "polder_i1_"; // also into the function that it is of

bool is_far(std::string_view name) {
    return name.starts_with(far_prefix);
}

/// How long the beginning of the name is that says so; 0 for other functions.
std::size_t version_prefix(std::string_view name) {
    for (const std::string_view prefix : {far_prefix, std::string_view("polder_1_"), std::string_view("polder_r1_"),
                                          std::string_view("polder_d1_"), inlined_prefix})
        if (name.starts_with(prefix)) return prefix.size();
    return 0;
}

std::string as_written(const std::string &name) {
    if (const std::size_t prefix = version_prefix(name)) return name.substr(prefix);
    return is_main(name.c_str()) ? "main" : demangled(name.c_str());
}

// Code of ours that a user's source cannot contain. That is the C++ of the runtime, all of which is
// in namespace polder (tests/e2e/messages/error_places.py looks). It is also the runtime's C entry
// points, those of OpenSHMEM by the names that profilers call, the real main, and what calls that.
// The main of a program in UPC is local to its unit.
bool of_runtime(const char *name, bool local = false) {
    return (!std::strncmp(name, "_ZN6polder", 10) || !std::strncmp(name, "_ZNK6polder", 11) ||
            !std::strncmp(name, "_ZNO6polder", 11) || !std::strncmp(name, "_ZNR6polder", 11) ||
            !std::strncmp(name, "_ZZN6polder", 11) || !std::strncmp(name, "polder_", 7) ||
            !std::strncmp(name, "upc_", 4) || !std::strncmp(name, "bupc_", 5) || !std::strncmp(name, "pshmem", 6) ||
            !std::strcmp(name, "exit") || !std::strcmp(name, "__wrap_exit") || !std::strcmp(name, "main") ||
            !std::strcmp(name, "_start")) &&
           !is_main(name) && !version_prefix(name) && !(local && !std::strcmp(name, "main"));
}

// A program that upcc or oshcc -fpe-threads made has this name for its main, and ours beside it. In
// another one the only main is the program's.
bool has_symbol(Dwfl_Module *module, const char *wanted) {
    GElf_Sym symbol;
    for (int i = 0, count = dwfl_module_getsymtab(module); i < count; ++i) {
        const char *name = dwfl_module_getsym(module, i, &symbol, nullptr);
        if (name && !std::strcmp(name, wanted)) return true;
    }
    return false;
}

bool is_system_library(const std::string &module) {
    for (const char *prefix :
         {"libc.", "libc-", "libm.", "libm-", "ld-", "libpthread", "libgomp", "libomp", "libstdc++", "libgcc_s", "["})
        if (!module.compare(0, std::strlen(prefix), prefix)) return true;
    return false;
}

std::string base_name(const char *path) {
    const char *slash = std::strrchr(path, '/');
    return slash ? slash + 1 : path;
}

std::string program_of(pid_t process) {
    char link[64];
    char path[4096];
    std::snprintf(link, sizeof link, "/proc/%d/exe", process);
    const ssize_t size = readlink(link, path, sizeof path - 1);
    path[size > 0 ? size : 0] = 0;
    return base_name(path);
}

// The compilation unit of an address; null if none has debug information. For this libdw reads a
// table (.debug_aranges) that clang does not write, and takes a neighbour then. So the units are
// asked themselves.
Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr address, Dwarf_Addr *bias) {
    const auto has = [&](Dwarf_Die *unit) {
        return dwarf_haspc(unit, address - *bias) > 0 && dwarf_getsrc_die(unit, address - *bias);
    };
    Dwarf_Die *unit = dwfl_module_addrdie(module, address, bias);
    if (unit && has(unit)) return unit;
    for (unit = nullptr; (unit = dwfl_module_nextcu(module, unit, bias));)
        if (has(unit)) return unit;
    return nullptr;
}

// File and line; the unit they are from, or null.
Dwarf_Die *find_source(Dwfl_Module *module, Dwarf_Addr address, StackFrame &frame, Dwarf_Addr *bias) {
    Dwarf_Die *unit = find_unit(module, address, bias);
    Dwarf_Line *const line = unit ? dwarf_getsrc_die(unit, address - *bias) : nullptr;
    if (!line || dwarf_lineno(line, &frame.line) != 0) return nullptr;
    if (const char *file = dwarf_linesrc(line, nullptr, nullptr)) frame.file = file;
    return unit;
}

// Where an inlined function was called; as far as it is known.
void find_call(Dwarf_Die *unit, Dwarf_Die *inlined, StackFrame &caller) {
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0;
    Dwarf_Word line = 0;
    Dwarf_Files *files = nullptr;
    std::size_t count = 0;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) != 0 ||
        dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count)
        return;
    if (const char *name = dwarf_filesrc(files, file, nullptr, nullptr)) caller.file = name;
    caller.line = static_cast<int>(line);
}

// `frame` is of a function's code at an address; what was inlined there gets frames of its own in
// front of it. Generated code calls the runtime through functions that are inlined (abi.h): those
// frames are ours. A function whose first version is inlined into it is one frame: such a version
// does not call itself (version_plan.cc, rule 8).
std::vector<StackFrame> with_inlined(Dwarf_Die *unit, Dwarf_Addr address, StackFrame frame) {
    std::vector<StackFrame> frames;
    Dwarf_Die *innermost = nullptr;
    Dwarf_Die *scopes = nullptr;
    // Of the first all others are those in which its code lies, and not those in which its source
    // does.
    const int count = dwarf_getscopes(unit, address, &innermost) > 0 ? dwarf_getscopes_die(innermost, &scopes) : 0;
    std::string whole; // the function whose version the last frame is
    for (int i = 0; i < count && dwarf_tag(&scopes[i]) != DW_TAG_subprogram; ++i) {
        const char *name = dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine ? dwarf_diename(&scopes[i]) : nullptr;
        if (!name) continue;
        StackFrame inner = frame;
        inner.function = as_written(name);
        inner.far = is_far(name);
        inner.ours = frame.ours || of_runtime(name);
        if (inner.function != whole) frames.push_back(inner);
        whole = std::string_view(name).starts_with(inlined_prefix) ? inner.function : "";
        find_call(unit, &scopes[i], frame);
    }
    std::free(scopes);
    std::free(innermost);
    if (whole.empty() || frame.function != whole) frames.push_back(frame);
    return frames;
}

constexpr std::size_t most_frames = 64;

// A snapshot as libdw wants to see a thread.
struct Copied {
    explicit Copied(const fault::Snapshot &from)
        : snapshot(from), pc(from.pc),
          bytes(std::min<std::uint64_t>(from.stack_bytes.load(), fault::Snapshot::stack_room)) {
        std::copy(std::begin(from.registers), std::end(from.registers), registers);
    }

    bool read(std::uint64_t address, Dwarf_Word *word) const {
        const std::uint64_t at = address - snapshot.stack;
        if (bytes < sizeof *word || at > bytes - sizeof *word) return false;
        std::memcpy(word, snapshot.stack_copy + at, sizeof *word);
        return true;
    }

    // A jump to nowhere (a null function pointer) has no tables. The call left the caller's address
    // on the stack, or in its register.
    void return_to_caller() {
#if defined(__x86_64__)
        constexpr unsigned stack_pointer = 7;
        Dwarf_Word caller = 0;
        if (read(registers[stack_pointer], &caller)) pc = caller;
        registers[stack_pointer] += sizeof caller;
#elif defined(__aarch64__)
        pc = registers[30];
#endif
    }

    bool give(Dwfl_Thread *thread) {
#if defined(__x86_64__)
        constexpr unsigned count = 17;
        registers[16] = pc;
#else
        constexpr unsigned count = 32;
#endif
        dwfl_thread_state_register_pc(thread, pc);
        return dwfl_thread_state_registers(thread, 0, count, registers);
    }

    static pid_t next_thread(Dwfl *dwfl, void *self, void **seen) {
        if (*seen) return 0;
        *seen = self;
        return dwfl_pid(dwfl);
    }
    static bool read_memory(Dwfl *, Dwarf_Addr address, Dwarf_Word *word, void *self) {
        return static_cast<Copied *>(self)->read(address, word);
    }
    static bool set_registers(Dwfl_Thread *thread, void *self) {
        return static_cast<Copied *>(self)->give(thread);
    }
    static const Dwfl_Thread_Callbacks callbacks;

    const fault::Snapshot &snapshot;
    Dwarf_Word registers[fault::Snapshot::register_count];
    std::uint64_t pc;
    std::uint64_t bytes;
};

const Dwfl_Thread_Callbacks Copied::callbacks = {Copied::next_thread,   nullptr, Copied::read_memory,
                                                 Copied::set_registers, nullptr, nullptr};

} // namespace

Symboliser::Symboliser(pid_t process) : process_(process), program_(program_of(process)) {
    static const Dwfl_Callbacks operations = callbacks();
    unsetenv("DEBUGINFOD_URLS"); // no network for a backtrace
    dwfl_ = dwfl_begin(&operations);
    if (!dwfl_) return;
    if (dwfl_linux_proc_report(dwfl_, process) != 0 || dwfl_report_end(dwfl_, nullptr, nullptr) != 0) {
        dwfl_end(dwfl_);
        dwfl_ = nullptr;
    }
}

Symboliser::~Symboliser() {
    if (dwfl_) dwfl_end(dwfl_);
}

std::vector<StackFrame> Symboliser::frames(std::uint64_t address) {
    StackFrame result;
    result.offset = address;
    Dwfl_Module *module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    if (!module) return {result};
    Dwarf_Addr start = 0;
    const char *path = nullptr;
    const char *name = dwfl_module_info(module, nullptr, &start, nullptr, nullptr, nullptr, &path, nullptr);
    result.module = base_name(path ? path : name ? name : "?");
    result.offset = address - start;
    GElf_Sym symbol;
    GElf_Off offset = 0;
    if (const char *mark = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr)) {
        const std::string name = plain(mark);
        result.function = as_written(name);
        result.far = is_far(name);
        result.ours = of_runtime(name.c_str(), GELF_ST_BIND(symbol.st_info) == STB_LOCAL) &&
                      (name != "main" || has_symbol(module, "polder_main"));
    }
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = nullptr;
    if (!is_system_library(result.module)) unit = find_source(module, address, result, &bias); // others: long to read
    if (result.module != program_ && (result.file.empty() || is_system_library(result.module))) result.ours = true;
    return unit ? with_inlined(unit, address - bias, result) : std::vector<StackFrame>{result};
}

void Symboliser::append_frames(pid_t thread, std::vector<std::uint64_t> &addresses) {
    dwfl_getthread_frames(
        dwfl_, thread,
        [](Dwfl_Frame *frame, void *argument) {
            auto &list = *static_cast<std::vector<std::uint64_t> *>(argument);
            Dwarf_Addr pc;
            bool exact;
            if (!dwfl_frame_pc(frame, &pc, &exact) || list.size() == most_frames)
                return static_cast<int>(DWARF_CB_ABORT);
            list.push_back(exact ? pc : pc - 1);
            return static_cast<int>(DWARF_CB_OK);
        },
        &addresses);
}

std::vector<std::uint64_t> Symboliser::unwind(pid_t thread) {
    std::vector<std::uint64_t> addresses;
    if (!dwfl_) return addresses;
    if (!attached_) attached_ = dwfl_linux_proc_attach(dwfl_, process_, false) == 0;
    if (attached_) append_frames(thread, addresses);
    return addresses;
}

std::vector<std::uint64_t> Symboliser::unwind(const fault::Snapshot &snapshot) {
    std::vector<std::uint64_t> addresses;
    if (!dwfl_) return {snapshot.pc};
    Copied copied(snapshot);
    if (!dwfl_addrmodule(dwfl_, copied.pc)) {
        addresses.push_back(copied.pc);
        copied.return_to_caller();
    }
    attached_ = dwfl_attach_state(dwfl_, nullptr, process_, &Copied::callbacks, &copied);
    if (attached_) append_frames(process_, addresses);
    if (addresses.empty()) addresses.push_back(snapshot.pc);
    return addresses;
}

std::string frame_text(const StackFrame &frame) {
    char hex[32];
    std::snprintf(hex, sizeof hex, "0x%llx", static_cast<unsigned long long>(frame.offset));
    std::string text = frame.function.empty() ? hex : frame.function;
    if (!frame.file.empty()) return text + " at " + frame.file + ':' + std::to_string(frame.line);
    if (frame.module.empty()) return text + " (not code of the program)";
    return text + " (" + frame.module + (frame.function.empty() ? "" : std::string("+") + hex) + ')';
}

} // namespace polder::run
