// Goes through the folder by names (provider_objects.h).
#include "tools/run/local/watch/provider_objects.h"

#include <cstring>
#include <dirent.h>
#include <string>
#include <unistd.h>

namespace polder::run {

namespace {

// Two numbers with a colon between them.
bool is_domain_and_endpoint(const char *text) {
    const std::size_t first = std::strspn(text, "0123456789");
    if (!first || text[first] != ':') return false;
    const char *second = text + first + 1;
    const std::size_t length = std::strspn(second, "0123456789");
    return length && !second[length];
}

} // namespace

void remove_provider_objects(pid_t process, const char *folder) {
    DIR *list = opendir(folder);
    if (!list) return;
    const std::string begin = std::to_string(process) + ':';
    while (const dirent *entry = readdir(list)) {
        const char *name = entry->d_name;
        if (!std::strncmp(name, begin.c_str(), begin.size()) && is_domain_and_endpoint(name + begin.size()))
            unlinkat(dirfd(list), name, 0);
    }
    closedir(list);
}

} // namespace polder::run
