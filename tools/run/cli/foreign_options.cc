// Reads options of other launchers by their tables. A name that two tables have is Berkeley's.
#include "tools/run/cli/foreign_options.h"

#include "tools/run/cli/misuse.h"
#include "tools/run/cli/options.h"

#include <cstring>

namespace polder::run {

namespace {

// The option that "-name", "--name" or "-name=value" asks for, or null. *value: what stands behind
// '=', null without one.
const ForeignOption *find(std::span<const ForeignOption> table, const char *word, const char **value) {
    word += word[1] == '-' ? 2 : 1;
    for (const ForeignOption &option : table) {
        const std::size_t length = std::strlen(option.name);
        if (std::strncmp(word, option.name, length) || (word[length] && word[length] != '=')) continue;
        *value = word[length] ? word + length + 1 : nullptr;
        return &option;
    }
    return nullptr;
}

} // namespace

bool take_foreign_option(char **argv, int *at, Options &options) {
    Given given = {argv[*at], nullptr, nullptr};
    const ForeignOption *option = find(berkeley_options(), given.word, &given.value);
    if (!option) option = find(mpi_options(), given.word, &given.value);
    if (!option) return false;
    if (option->instead) misuse("%s is an option of another launcher; %s", given.word, option->instead);
    if (option->values > 0 && !given.value && !(given.value = next_value(argv, at)))
        misuse("%s needs a value", given.word);
    if (option->values > 1 && !(given.second = next_value(argv, at))) misuse("%s needs two values", given.word);
    if (option->obey) option->obey(options, given);
    return true;
}

void add_foreign_names(std::vector<std::string_view> &names) {
    for (const auto table : {mpi_options(), berkeley_options()})
        for (const ForeignOption &option : table)
            if (!option.instead) names.push_back(option.name);
}

} // namespace polder::run
