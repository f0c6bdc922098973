#include "base/machine_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder {

bool machine_file_path(Setting setting, const char *kind, char *path, std::size_t size, bool *named) {
    const char *text = setting_text(setting);
    *named = *text != 0;
    if (*named) return static_cast<std::size_t>(std::snprintf(path, size, "%s", text)) < size;
    char host[256] = "";
    if (gethostname(host, sizeof host - 1) != 0 || !*host) return false;
    const char *config = std::getenv("XDG_CONFIG_HOME"), *home = std::getenv("HOME");
    const bool own = config && *config;
    if (!own && !(home && *home)) return false;
    const int length =
        std::snprintf(path, size, "%s%s/polder/%s-%s", own ? config : home, own ? "" : "/.config", kind, host);
    return static_cast<std::size_t>(length) < size;
}

void machine_file_read(Setting setting, const char *kind, char *text, std::size_t size, MachineFile *file) {
    using State = MachineFile::State;
    file->state = State::absent;
    bool named;
    if (!machine_file_path(setting, kind, file->path, sizeof file->path, &named)) return;
    std::FILE *stream = std::fopen(file->path, "re");
    if (!stream) {
        file->error = errno;
        if (named || (errno != ENOENT && errno != ENOTDIR && errno != EACCES)) file->state = State::unreadable;
        return;
    }
    const std::size_t length = std::fread(text, 1, size - 1, stream);
    const bool all = std::feof(stream) || std::fgetc(stream) == EOF;
    std::fclose(stream);
    text[length] = 0;
    file->state = all && std::strlen(text) == length ? State::whole : State::too_long;
}

} // namespace polder
