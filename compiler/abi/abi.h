// The ABI as the compiler sees it: a constant for each row of include/polder/abi.def, which is all
// that generated code may use of the runtime. Passes name what they emit by these constants, so a
// misspelt name does not compile. Nor does a call composed with `call` (lower/core/lowering.h) that
// has too few or too many arguments.
//   abi::index_cyclic   "polder_index_cyclic", a function of four parameters
//   abi::ga             "polder_ga", a type
//   abi::section::data  "polder_data", a section
// Names that generated code makes up for itself (locals, multi-node versions, markers) are not
// here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace polder::cc {

class AbiName {
public:
    constexpr explicit AbiName(const char *text) : text_(text) {}
    constexpr operator std::string_view() const { return text_; } // NOLINT(google-explicit-constructor): it is a text
    friend bool operator==(AbiName a, AbiName b) { return a.text_ == b.text_; }

private:
    std::string_view text_;
};

inline std::string operator+(AbiName name, std::string_view text) {
    return std::string(name).append(text);
}
inline std::string operator+(std::string_view text, AbiName name) {
    return std::string(text).append(name);
}

template <size_t Parameters> class AbiFunction : public AbiName { using AbiName::AbiName; };

namespace abi {

/// Of a list of parameters as it is written: "(int, int)" has two, "(void)" none.
consteval size_t count_parameters(std::string_view list) {
    if (list == "(void)") return 0;
    size_t n = 1;
    for (char c : list)
        n += c == ',';
    return n;
}

#define FUNCTION(name, result, parameters)                                                                             \
    inline constexpr AbiFunction<count_parameters(#parameters)> name{"polder_" #name};
#define ATOMIC(name, result, parameters) FUNCTION(name, result, parameters)
#define CHECK(name, result, parameters) FUNCTION(name, result, parameters)
#define TYPE(name) inline constexpr AbiName name{"polder_" #name};
#define STRUCT(name) inline constexpr AbiName name{"struct polder_" #name};
#define OBJECT(name) inline constexpr AbiName name{"polder_" #name};
#define CONSTANT(name) inline constexpr AbiName name{"polder_" #name};
#define DEFINED(name) inline constexpr AbiName name{"polder_" #name};
#include "include/polder/abi.def"

namespace section {
#define SECTION(name) inline constexpr AbiName name{"polder_" #name};
#include "include/polder/abi.def"
} // namespace section

} // namespace abi

/// The runtime's name for a function of the C library with state per UPC thread; empty: `name` is
/// no such function.
std::string_view library_function(std::string_view name);

} // namespace polder::cc
