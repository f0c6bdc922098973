// Target: the machine that the back end compiles for, as far as C shows it. An upcc on one machine
// may drive a cross compiler for another. So nothing in the compiler asks what machine it was
// itself built for, but for the default.
#pragma once

#include <cstdint>
#include <string>

namespace polder::cc {

enum class Machine : uint8_t { x86_64, aarch64 };

#if defined(__aarch64__)
inline constexpr Machine own_machine = Machine::aarch64;
#else
inline constexpr Machine own_machine = Machine::x86_64;
#endif

struct Target {
    Machine machine = own_machine;
    bool char_is_signed = own_machine == Machine::x86_64; // unless -funsigned-char or -fsigned-char

    static constexpr Target of(Machine machine) { return {machine, machine == Machine::x86_64}; }

    bool is_aarch64() const { return machine == Machine::aarch64; }
    bool wchar_is_signed() const { return !is_aarch64(); }
    uint64_t va_list_bytes() const { return is_aarch64() ? 32 : 24; }
    /// An unnamed bit-field aligns its record as its type does.
    bool unnamed_fields_align() const { return is_aarch64(); }
};

inline std::string name_of(Machine machine) {
    return machine == Machine::aarch64 ? "aarch64" : "x86_64";
}

/// The folder of its libraries below lib/ on Debian.
inline std::string multiarch_name(Machine machine) {
    return name_of(machine) + "-linux-gnu";
}

} // namespace polder::cc
