// Tables of the options of other launchers: arrays of a structure that begins with the name,
// without dashes.
#pragma once

#include <cstddef>
#include <cstring>

namespace polder::run {

// The option that "-name", "--name" or "-name=value" asks for, or null. *value: what stands behind
// '=', null without one.
template <class Option, std::size_t count>
const Option *find_option(const Option (&table)[count], const char *word, const char **value) {
    word += word[1] == '-' ? 2 : 1;
    for (const Option &option : table) {
        const std::size_t length = std::strlen(option.name);
        if (std::strncmp(word, option.name, length) || (word[length] && word[length] != '=')) continue;
        *value = word[length] ? word + length + 1 : nullptr;
        return &option;
    }
    return nullptr;
}

} // namespace polder::run
