// Tables made of passes.def, names that passes had once, and levels of -O.
#include "compiler/unit/passes.h"

namespace polder::cc {

const std::vector<PassText> &all_passes() {
    static const std::vector<PassText> passes = {
#define PASS(member, name, level, sentence) {name, sentence, level},
#include "compiler/unit/passes.def"
    };
    return passes;
}

std::string_view pass_name(Pass pass) {
    return all_passes()[static_cast<size_t>(pass)].name;
}

namespace {

/// Names that passes had before 0.1; --help and the manual do not show them. They go with 0.2.
struct OldName {
    std::string_view old;
    std::string_view name;
};
constexpr OldName old_names[] = {
    {"filter", "owner-guards"},      {"pieces", "strip-mine"},      {"strength", "strength-reduction"},
    {"batches", "group-prefetch"},   {"apart", "alias-versioning"}, {"jam", "unroll-and-jam"},
    {"gather", "indirect-prefetch"}, {"early", "split-phase"},      {"schedule", "rotate"},
};

} // namespace

bool PassSwitches::set(std::string_view name, bool on) {
    for (const OldName &known : old_names)
        if (known.old == name) name = known.name;
    const Switch wanted = on ? Switch::on : Switch::off;
    if (name == "passes") {
        switches_.fill(wanted);
        return true;
    }
    for (size_t i = 0; i < switches_.size(); ++i)
        if (all_passes()[i].name == name) {
            switches_[i] = wanted;
            return true;
        }
    return false;
}

Passes PassSwitches::at(unsigned level) const {
    Passes passes;
    const auto settle = [&](Pass pass, unsigned from) {
        const Switch said = switches_[static_cast<size_t>(pass)];
        return said == Switch::unsaid ? level >= from : said == Switch::on;
    };
#define PASS(member, name, from, sentence) passes.member = settle(Pass::member, from);
#include "compiler/unit/passes.def"
    return passes;
}

Passes Passes::kept_apart() const {
    Passes kept;
#define PASS(member, name, level, sentence) kept.member = false;
#include "compiler/unit/passes.def"
    kept.forall_stride = forall_stride;
    kept.check_ahead = check_ahead;
    kept.atomics = atomics;
    return kept;
}

Passes Passes::kept_checked(bool all) const {
    Passes kept = *this;
    // Copies of the library are checked as such.
    kept.inlining = false;
    kept.rotate = false;
    kept.induction_variables = false;
    kept.one_thread = false;
    if (all) return kept;
    kept.alias_versioning = false;
    kept.unroll_and_jam = false;
    kept.indirect_prefetch = false;
    kept.coalesce = false;
    kept.split_phase = false;
    return kept;
}

unsigned optimisation_level(const std::vector<std::string_view> &words) {
    unsigned level = 0;
    for (const std::string_view word : words) {
        if (word.substr(0, 2) != "-O") continue;
        const std::string_view asked = word.substr(2);
        if (asked == "g" || asked == "s" || asked == "z")
            level = 1;
        else if (asked.empty())
            level = 1;
        else if (asked == "fast")
            level = 3;
        else if (asked[0] >= '0' && asked[0] <= '9')
            level = static_cast<unsigned>(asked[0] - '0');
    }
    return level;
}

} // namespace polder::cc
