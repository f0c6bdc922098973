#include "tools/run/symbolise.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <elfutils/libdwfl.h>
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

// Without the compilers' marks of parts and clones of a function: ".cold", ".part.0", ".isra.0", "@GLIBC_2.2.5".
std::string plain(const char *symbol) {
    return std::string(symbol, std::strcspn(symbol, ".@"));
}

// The compiler's names for the program's main.
bool is_main(const char *name) {
    return !std::strcmp(name, "polder_main") || !std::strcmp(name, "polder_user_main");
}

std::string as_written(const std::string &name) {
    return is_main(name.c_str()) ? "main" : demangled(name.c_str());
}

// Code of ours that a user's source cannot contain: the C++ of the runtime, its C entry points, the real main and below.
bool of_runtime(const char *name) {
    return (!std::strncmp(name, "_ZN6polder", 10) || !std::strncmp(name, "_ZNK6polder", 11) ||
            !std::strncmp(name, "_ZZN6polder", 11) || !std::strncmp(name, "polder_", 7) ||
            !std::strncmp(name, "upc_", 4) || !std::strcmp(name, "main") || !std::strcmp(name, "_start")) &&
           !is_main(name);
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
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/%d/exe", process);
    const ssize_t size = readlink(link, path, sizeof path - 1);
    path[size > 0 ? size : 0] = 0;
    return base_name(path);
}

// File and line. libdw finds the compilation unit by a table (.debug_aranges) that clang does not write; there each unit is asked.
void find_source(Dwfl_Module *module, Dwarf_Addr address, Frame &frame) {
    const char *file = nullptr;
    if (Dwfl_Line *line = dwfl_module_getsrc(module, address)) {
        file = dwfl_lineinfo(line, nullptr, &frame.line, nullptr, nullptr, nullptr);
    } else {
        Dwarf_Addr bias = 0;
        for (Dwarf_Die *unit = nullptr; !file && (unit = dwfl_module_nextcu(module, unit, &bias));) {
            Dwarf_Line *const found =
                dwarf_haspc(unit, address - bias) > 0 ? dwarf_getsrc_die(unit, address - bias) : nullptr;
            if (!found || dwarf_lineno(found, &frame.line) != 0) continue;
            file = dwarf_linesrc(found, nullptr, nullptr);
        }
    }
    if (file) frame.file = file;
}

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

Frame Symboliser::frame(std::uint64_t address) {
    Frame result;
    result.offset = address;
    Dwfl_Module *module = dwfl_ ? dwfl_addrmodule(dwfl_, address) : nullptr;
    if (!module) return result;
    Dwarf_Addr start = 0;
    const char *path = nullptr;
    const char *name = dwfl_module_info(module, nullptr, &start, nullptr, nullptr, nullptr, &path, nullptr);
    result.module = base_name(path ? path : name ? name : "?");
    result.offset = address - start;
    if (const char *symbol = dwfl_module_addrname(module, address)) {
        const std::string name = plain(symbol);
        result.function = as_written(name);
        result.ours = of_runtime(name.c_str());
    }
    find_source(module, address, result);
    if (result.module != program_ && (result.file.empty() || is_system_library(result.module))) result.ours = true;
    return result;
}

std::vector<std::uint64_t> Symboliser::unwind(pid_t thread) {
    std::vector<std::uint64_t> addresses;
    if (!dwfl_) return addresses;
    if (!attached_) attached_ = dwfl_linux_proc_attach(dwfl_, process_, false) == 0;
    if (!attached_) return addresses;
    dwfl_getthread_frames(
        dwfl_, thread,
        [](Dwfl_Frame *frame, void *argument) {
            auto &list = *static_cast<std::vector<std::uint64_t> *>(argument);
            Dwarf_Addr pc;
            bool exact;
            if (!dwfl_frame_pc(frame, &pc, &exact) || list.size() == 64) return static_cast<int>(DWARF_CB_ABORT);
            list.push_back(exact ? pc : pc - 1);
            return static_cast<int>(DWARF_CB_OK);
        },
        &addresses);
    return addresses;
}

std::string frame_text(const Frame &frame) {
    char hex[32];
    std::snprintf(hex, sizeof hex, "0x%llx", static_cast<unsigned long long>(frame.offset));
    std::string text = frame.function.empty() ? hex : frame.function;
    if (!frame.file.empty()) return text + " at " + frame.file + ':' + std::to_string(frame.line);
    if (frame.module.empty()) return text + " (not code of the program)";
    return text + " (" + frame.module + (frame.function.empty() ? "" : std::string("+") + hex) + ')';
}

} // namespace polder::run
