// Hints of open files: 7.8, upc_all_fopen. Each thread keeps its copies.
#include "frontends/upc/io/io.h"

#include <cstdlib>
#include <cstring>
#include <fcntl.h>

namespace polder::upc::io {
namespace {

bool hint_known(const char *key) {
    static const char *const keys[] = {"access_style",    "collective_buffering", "cb_buffer_size", "cb_nodes",
                                       "file_perm",       "io_node_list",         "nb_proc",        "striping_factor",
                                       "start_io_device", "striping_unit"};
    for (const char *known : keys)
        if (std::strcmp(key, known) == 0) return true;
    return false;
}

Hint *hint_find(const File &file, const char *key) {
    for (unsigned i = 0; i < file.hint_count; ++i)
        if (std::strcmp(file.hints[i].key, key) == 0) return &file.hints[i];
    return nullptr;
}

bool in_list(const char *list, const char *word) {
    const std::size_t length = std::strlen(word);
    while (*list) {
        const std::size_t item = std::strcspn(list, ",");
        if (item == length && std::memcmp(list, word, length) == 0) return true;
        list += item + (list[item] == ',');
    }
    return false;
}

int hint_append(File &file, const Hint &hint) {
    void *memory = std::realloc(file.hints, (file.hint_count + 1) * sizeof(Hint));
    if (!memory) return ENOMEM;
    file.hints = static_cast<Hint *>(memory);
    char *key = strdup(hint.key);
    char *value = strdup(hint.value);
    if (key && value) {
        file.hints[file.hint_count++] = {key, value};
        return 0;
    }
    std::free(key);
    std::free(value);
    return ENOMEM;
}

} // namespace

int hint_set(File &file, const Hint &hint) {
    if (!hint.key || !hint.value || !hint_known(hint.key)) return 0;
    Hint *old = hint_find(file, hint.key);
    if (!old) return hint_append(file, hint);
    char *value = strdup(hint.value);
    if (!value) return ENOMEM;
    std::free(const_cast<char *>(old->value));
    old->value = value;
    return 0;
}

void hints_free(File &file) {
    for (unsigned i = 0; i < file.hint_count; ++i) {
        std::free(const_cast<char *>(file.hints[i].key));
        std::free(const_cast<char *>(file.hints[i].value));
    }
    std::free(file.hints);
}

unsigned hinted_permissions(const File &file) {
    constexpr unsigned usual = 0666;
    constexpr unsigned most = 07777;
    const Hint *hint = hint_find(file, "file_perm");
    if (!hint || !*hint->value) return usual;
    char *end;
    const unsigned long value = std::strtoul(hint->value, &end, 8);
    if (*end || value > most) return usual;
    return static_cast<unsigned>(value);
}

void hints_apply(const File &file) {
    const Hint *hint = hint_find(file, "access_style");
    if (!hint) return;
    if (in_list(hint->value, "random"))
        posix_fadvise(file.fd, 0, 0, POSIX_FADV_RANDOM);
    else if (in_list(hint->value, "sequential"))
        posix_fadvise(file.fd, 0, 0, POSIX_FADV_SEQUENTIAL);
}

} // namespace polder::upc::io
