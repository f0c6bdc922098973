// Symbolise: from addresses of a process to functions and source lines. The process's memory map is
// read when the symboliser is made, and the debug information of its files through libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

struct Dwfl;

namespace polder::fault {
struct Snapshot;
} // namespace polder::fault

namespace polder::run {

struct StackFrame {
    std::string function; // empty: unknown
    std::string file;     // of the source, as the compiler was given it; empty: no line information
    int line = 0;
    std::string module;       // executable or library
    std::uint64_t offset = 0; // of the address in the module
    bool ours = false;        // runtime or C library, not the program
    bool far = false;         // the multi-node version of the function (docs/glossary.md)
};

class Symboliser {
public:
    explicit Symboliser(pid_t process);
    ~Symboliser();
    Symboliser(const Symboliser &) = delete;
    Symboliser &operator=(const Symboliser &) = delete;

    bool knows_process() const { return dwfl_ != nullptr; } // its map could be read
    // What lies at an address, innermost first: more than one where functions were inlined there.
    // Never empty.
    std::vector<StackFrame> frames(std::uint64_t address);

    // Addresses of the code in which a thread of the process is, innermost first. They are read
    // with the thread stopped for a moment (ptrace), which it does not notice. Empty where that is
    // forbidden.
    std::vector<std::uint64_t> unwind(pid_t thread);

    // The same from what a handler of the thread has copied. Needs nothing of the process, which
    // may have gone since we looked at its map. A symboliser does one or the other.
    std::vector<std::uint64_t> unwind(const fault::Snapshot &snapshot);

private:
    void append_frames(pid_t thread, std::vector<std::uint64_t> &addresses);
    Dwfl *dwfl_;
    pid_t process_;
    bool attached_ = false;
    std::string program_;
};

// "main at hello.upc:12", "memcpy (libc.so.6)", "0x1234 (a.out)".
std::string frame_text(const StackFrame &frame);

} // namespace polder::run
