// Files of tuning tables: reading, printing, and where they are; see tuning.h.
#include "runtime/coll/select/tuning.h"

#include "base/machine_file.h"

#include <cstring>

namespace polder::coll {
namespace {

const char *const where_names[] = {"any", "node", "nodes"};

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
const char *rule_of(const MachineLine &line, TuningRule *rule, const char **word) {
    if (line.count < 5 || line.count > 6) return "a line is: operation where members bytes algorithm [parameter]";
    std::uint64_t members;
    std::uint64_t parameter = 0;
    if (!name_to(*word = line.words[0], &rule->collective)) return "is no operation";
    if (!where_to(*word = line.words[1], &rule->where)) return "is not any, node or nodes";
    if (!limit_to(*word = line.words[2], &members)) return "is no number of members, nor *";
    if (!limit_to(*word = line.words[3], &rule->bytes)) return "is no number of bytes, nor *";
    if (!name_to(*word = line.words[4], &rule->algorithm)) return "is no algorithm";
    if (!offers(rule->collective, rule->algorithm)) return "is no algorithm of that operation";
    if (line.count == 6 && (!parse_size(*word = line.words[5], &parameter) || parameter > UINT32_MAX))
        return "is no parameter";
    rule->members = members > UINT32_MAX ? ~0u : static_cast<std::uint32_t>(members);
    rule->parameter = static_cast<std::uint32_t>(parameter);
    return nullptr;
}

const char *take_line(const MachineLine &line, void *context, const char **word) {
    auto *table = static_cast<TuningTable *>(context);
    if (table->count == TuningTable::most) return "more rules than a table takes";
    return rule_of(line, &table->rules[table->count++], word);
}

constexpr MachineReader reader = {Setting::tuning, "tuning", "tuning table", "polder tune", take_line};

void print_limit(std::FILE *out, int width, std::uint64_t value, std::uint64_t any) {
    if (value == any)
        std::fprintf(out, " %*s", width, "*");
    else
        std::fprintf(out, " %*lu", width, value);
}

} // namespace

bool tuning_parse(const char *text, TuningTable *table, char *error, std::size_t error_size) {
    table->count = 0;
    if (machine_file_parse(reader, text, table, error, error_size)) return true;
    table->count = 0;
    return false;
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
    return machine_file_path(reader.setting, reader.kind, path, size, named);
}

bool tuning_load(TuningTable *table, char *error, std::size_t error_size) {
    table->count = 0;
    static char text[32768]; // one thread of a process reads it, once
    if (machine_file_load(reader, text, sizeof text, table, error, error_size)) return true;
    table->count = 0;
    return false;
}

} // namespace polder::coll
