// The values of settings: where each comes from, how its text is read, and the list of all for
// people. The rules stand in config.h.
#include "base/config.h"
#include "base/log.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <strings.h>

namespace polder {

namespace {

enum class Kind { text, number, size, flag, seconds };

struct Entry {
    const char *variable;
    const char *fallback;
    Kind kind;
    const char *text;
};

constexpr Entry entries[] = {
#define POLDER_SETTING(name, variable, fallback, kind, text) {variable, fallback, Kind::kind, text},
#include "base/config.def"
#undef POLDER_SETTING
};

// Variables that settings had before; people are not told of them.
struct OldName {
    Setting setting;
    const char *variable;
};
constexpr OldName old_names[] = {
#define POLDER_SETTING(name, variable, fallback, kind, text)
#define POLDER_SETTING_OLD_NAME(name, variable) {Setting::name, variable},
#include "base/config.def"
#undef POLDER_SETTING
};

struct State {
    const char *command_line;
    bool complained;
};
State states[static_cast<unsigned>(Setting::count)];

const Entry &entry_of(Setting setting) {
    return entries[static_cast<unsigned>(setting)];
}
State &state_of(Setting setting) {
    return states[static_cast<unsigned>(setting)];
}

// The value in the environment, and the name it has there. Null: there is none.
struct Found {
    const char *variable;
    const char *value;
};
Found in_environment(Setting setting) {
    const char *variable = entry_of(setting).variable;
    const char *value = std::getenv(variable);
    if (value && *value) return {variable, value};
    for (const OldName &old : old_names)
        if (old.setting == setting) {
            const char *older = std::getenv(old.variable);
            if (older && *older) return {old.variable, older};
        }
    return {variable, nullptr};
}

bool parse_flag(const char *text, std::uint64_t *value) {
    for (const char *yes : {"1", "yes", "on", "true"})
        if (!strcasecmp(text, yes)) {
            *value = 1;
            return true;
        }
    for (const char *no : {"0", "no", "off", "false"})
        if (!strcasecmp(text, no)) {
            *value = 0;
            return true;
        }
    return false;
}

bool parse_number(const char *text, std::uint64_t *value) {
    char *end;
    errno = 0;
    *value = std::strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && *end == 0 && errno == 0;
}

bool parse_as(Kind kind, const char *text, std::uint64_t *value) {
    switch (kind) {
    case Kind::flag: return parse_flag(text, value);
    case Kind::size: return parse_size(text, value);
    default: return parse_number(text, value);
    }
}

void complain(Setting setting, const char *text) {
    if (state_of(setting).complained) return;
    state_of(setting).complained = true;
    const Entry &entry = entry_of(setting);
    const char *variable = state_of(setting).command_line ? entry.variable : in_environment(setting).variable;
    static const char *const wanted[] = {"a text", "a number", "a size such as 512m or 2g", "0 or 1",
                                         "a number of seconds"};
    log_warning("%s=%s is not %s; using %s", variable, text, wanted[static_cast<int>(entry.kind)],
                *entry.fallback ? entry.fallback : "the default");
}

} // namespace

const char *setting_variable(Setting setting) {
    return entry_of(setting).variable;
}

SettingSource setting_source(Setting setting) {
    if (state_of(setting).command_line) return SettingSource::command_line;
    return in_environment(setting).value ? SettingSource::environment : SettingSource::standard;
}

const char *setting_text(Setting setting) {
    if (state_of(setting).command_line) return state_of(setting).command_line;
    const char *value = in_environment(setting).value;
    return value ? value : entry_of(setting).fallback;
}

std::uint64_t setting_number(Setting setting, std::uint64_t fallback) {
    const char *text = setting_text(setting);
    std::uint64_t value = fallback;
    if (!*text || parse_as(entry_of(setting).kind, text, &value)) return value;
    complain(setting, text);
    return *entry_of(setting).fallback && parse_as(entry_of(setting).kind, entry_of(setting).fallback, &value)
               ? value
               : fallback;
}

double setting_seconds(Setting setting) {
    const char *text = setting_text(setting);
    char *end;
    const double value = std::strtod(text, &end);
    if (end != text && *end == 0 && value >= 0 && value < 1e9) return value;
    complain(setting, text);
    return std::strtod(entry_of(setting).fallback, nullptr);
}

void setting_override(Setting setting, const char *text) {
    state_of(setting).command_line = text;
}

namespace {

// k, m, g, t, with i, b or both behind (KiB and KB mean the same here: powers of two), and no more.
bool parse_unit(const char *text, unsigned *shift) {
    static const char units[] = "kmgt";
    const char *found = *text ? std::strchr(units, *text | 0x20) : nullptr;
    if (!found) return false;
    *shift = 10 * static_cast<unsigned>(found - units + 1);
    ++text;
    if ((*text | 0x20) == 'i') ++text;
    if ((*text | 0x20) == 'b') ++text;
    return !*text;
}

} // namespace

bool parse_size(const char *text, std::uint64_t *bytes) {
    char *end;
    errno = 0;
    const std::uint64_t whole = std::strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || errno) return false;
    std::uint64_t fraction = 0; // of 1.5: 5
    std::uint64_t parts = 1;    // 10
    const bool point = *end == '.';
    if (point && (end[1] < '0' || end[1] > '9')) return false;
    if (point)
        for (++end; *end >= '0' && *end <= '9'; ++end)
            if (parts < 1000000) // six digits of a unit are enough, and below 2^20 parts of 2^40 nothing overflows
            {
                fraction = 10 * fraction + static_cast<std::uint64_t>(*end - '0');
                parts *= 10;
            }
    unsigned shift = 0;
    if (*end ? !parse_unit(end, &shift) : point) return false;
    if (whole > UINT64_MAX >> shift) return false;
    *bytes = (whole << shift) + (fraction << shift) / parts; // the part is below 1 << shift
    return true;
}

namespace {

void setting_print(std::FILE *out, Setting setting) {
    static const char *const sources[] = {"default", "environment", "command line"};
    const Entry &entry = entry_of(setting);
    std::fprintf(out, "  %-20s %-10s (%s; default %s)  %s\n", entry.variable,
                 *setting_text(setting) ? setting_text(setting) : "-",
                 sources[static_cast<int>(setting_source(setting))], *entry.fallback ? entry.fallback : "-",
                 entry.text);
}

} // namespace

void settings_print(std::FILE *out) {
#define POLDER_SETTING_GROUP(title) std::fprintf(out, "%s:\n", title);
#define POLDER_SETTING(name, variable, fallback, kind, text) setting_print(out, Setting::name);
#include "base/config.def"
#undef POLDER_SETTING
}

} // namespace polder
