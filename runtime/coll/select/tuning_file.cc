// Files of tuning tables: reading, printing, and where they are; see tuning.h.
#include "runtime/coll/select/tuning.h"

#include "base/machine_file.h"

#include <cstring>

namespace polder::coll {
namespace {

const char *const where_names[] = {"any", "node", "nodes"};

struct Words {
    static constexpr unsigned most = 7;
    char text[most][64];
    unsigned count = 0;
};

// Up to a #. False: a word is too long, or there are too many.
bool split(const char *line, std::size_t length, Words *words) {
    for (std::size_t at = 0; at < length;) {
        while (at < length && std::strchr(" \t\r", line[at]))
            ++at;
        std::size_t end = at;
        while (end < length && !std::strchr(" \t\r", line[end]))
            ++end;
        if (end == at || line[at] == '#') break;
        if (words->count == Words::most || end - at >= sizeof words->text[0]) return false;
        std::memcpy(words->text[words->count], line + at, end - at);
        words->text[words->count++][end - at] = 0;
        at = end;
    }
    return true;
}

template <class E> bool name_to(const char *text, E *value) {
    for (unsigned i = 0; i < static_cast<unsigned>(E::count); ++i)
        if (!std::strcmp(text, name_of(static_cast<E>(i)))) {
            *value = static_cast<E>(i);
            return true;
        }
    return false;
}

bool where_to(const char *text, TuningRule::Where *where) {
    for (unsigned i = 0; i < 3; ++i)
        if (!std::strcmp(text, where_names[i])) {
            *where = static_cast<TuningRule::Where>(i);
            return true;
        }
    return false;
}

bool limit_to(const char *text, std::uint64_t *value) {
    if (!std::strcmp(text, "*")) {
        *value = ~std::uint64_t{0};
        return true;
    }
    return parse_size(text, value);
}

// Null, or what is wrong; word: at fault, or null.
const char *rule_of(const Words &words, TuningRule *rule, const char **word) {
    if (words.count < 5 || words.count > 6) return "a line is: operation where members bytes algorithm [parameter]";
    std::uint64_t members, parameter = 0;
    if (!name_to(*word = words.text[0], &rule->collective)) return "is no operation";
    if (!where_to(*word = words.text[1], &rule->where)) return "is not any, node or nodes";
    if (!limit_to(*word = words.text[2], &members)) return "is no number of members, nor *";
    if (!limit_to(*word = words.text[3], &rule->bytes)) return "is no number of bytes, nor *";
    if (!name_to(*word = words.text[4], &rule->algorithm)) return "is no algorithm";
    if (!offers(rule->collective, rule->algorithm)) return "is no algorithm of that operation";
    if (words.count == 6 && (!parse_size(*word = words.text[5], &parameter) || parameter > UINT32_MAX))
        return "is no parameter";
    rule->members = members > UINT32_MAX ? ~0u : static_cast<std::uint32_t>(members);
    rule->parameter = static_cast<std::uint32_t>(parameter);
    return nullptr;
}

void print_limit(std::FILE *out, int width, std::uint64_t value, std::uint64_t any) {
    if (value == any)
        std::fprintf(out, " %*s", width, "*");
    else
        std::fprintf(out, " %*lu", width, value);
}

} // namespace

bool tuning_parse(const char *text, TuningTable *table, char *error, std::size_t error_size) {
    table->count = 0;
    for (unsigned number = 1; *text; ++number) {
        const char *newline = std::strchr(text, '\n');
        const std::size_t length = newline ? static_cast<std::size_t>(newline - text) : std::strlen(text);
        Words words;
        const char *word = nullptr, *wrong = nullptr;
        if (!split(text, length, &words))
            wrong = "more words than a line has, or a longer one than any";
        else if (words.count)
            wrong = table->count == TuningTable::most ? "more rules than a table takes"
                                                      : rule_of(words, &table->rules[table->count++], &word);
        if (wrong) {
            if (word)
                std::snprintf(error, error_size, "line %u: \"%s\" %s", number, word, wrong);
            else
                std::snprintf(error, error_size, "line %u: %s", number, wrong);
            table->count = 0;
            return false;
        }
        text += length + (newline != nullptr);
    }
    return true;
}

void tuning_print(std::FILE *out, const TuningTable &table) {
    std::fprintf(out, "# operation where  members      bytes  algorithm      parameter\n");
    for (unsigned i = 0; i < table.count; ++i) {
        const TuningRule &rule = table.rules[i];
        std::fprintf(out, "%-11s %-5s", name_of(rule.collective), where_names[static_cast<unsigned>(rule.where)]);
        print_limit(out, 8, rule.members, ~0u);
        print_limit(out, 10, rule.bytes, ~std::uint64_t{0});
        std::fprintf(out, "  %-14s %u\n", name_of(rule.algorithm), rule.parameter);
    }
}

bool tuning_path(char *path, std::size_t size, bool *named) {
    return machine_file_path(Setting::tuning, "tuning", path, size, named);
}

bool tuning_load(TuningTable *table, char *error, std::size_t error_size) {
    table->count = 0;
    static char text[32768]; // one thread of a process reads it, once
    MachineFile file;
    machine_file_read(Setting::tuning, "tuning", text, sizeof text, &file);
    if (file.state == MachineFile::State::absent) return true;
    if (file.state == MachineFile::State::unreadable) {
        std::snprintf(error, error_size, "tuning table %s: %s", file.path, std::strerror(file.error));
        return false;
    }
    char why[256] = "it is too long for a table";
    if (file.state == MachineFile::State::whole && tuning_parse(text, table, why, sizeof why)) return true;
    std::snprintf(error, error_size, "tuning table %s: %s; `polder tune` writes a good one", file.path, why);
    return false;
}

} // namespace polder::coll
