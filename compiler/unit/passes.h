// Passes of the optimiser and their switches (passes.def is the list).
// Vocabulary. switch: what the command line says about a pass; one that it does not name is on from
// its -O level on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace polder::cc {

enum class Pass : uint8_t {
#define PASS(member, name, level, sentence) member,
#include "compiler/unit/passes.def"
    count_
};

/// Which are on. Lowering asks `passes.strip_mine` and so on.
struct Passes {
#define PASS(member, name, level, sentence) bool member = level == 0;
#include "compiler/unit/passes.def"

    /// Of these, the ones under which each access stays an access of its own.
    Passes kept_apart() const;
    /// And those that leave alone what still needs a check where it stands. `all`: nothing does.
    Passes kept_checked(bool all) const;
};

/// -fupc-NAME, -fno-upc-NAME, and -fupc-passes for all of them. The last one on the command line
/// counts.
class PassSwitches {
public:
    /// False if no pass is called so.
    bool set(std::string_view name, bool on);
    /// `level` is that of -O.
    Passes at(unsigned level) const;

private:
    enum class Switch : uint8_t { unsaid, off, on };
    std::array<Switch, static_cast<size_t>(Pass::count_)> switches_{};
};

/// "forall-own" and so on.
std::string_view pass_name(Pass pass);

/// All of them, for --help.
struct PassText {
    std::string_view name;
    std::string_view sentence;
    unsigned level;
};
const std::vector<PassText> &all_passes();

/// What -O asks for: the last of these words that are -O options. 0 without any.
unsigned optimisation_level(const std::vector<std::string_view> &words);

} // namespace polder::cc
