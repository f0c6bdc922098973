// Finding the file of this machine, and reading it line by line into words.
#include "base/machine_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace polder {

namespace {

// False: a word is too long, or there are too many.
bool split(const char *text, std::size_t length, MachineLine *line) {
    constexpr const char *blanks = " \t\r";
    for (std::size_t at = 0; at < length;) {
        at += std::strspn(text + at, blanks);
        const std::size_t end = at + std::strcspn(text + at, " \t\r\n#");
        if (end == at) break;
        if (line->count == MachineLine::most || end - at >= sizeof line->words[0]) return false;
        std::memcpy(line->words[line->count], text + at, end - at);
        line->words[line->count++][end - at] = 0;
        at = end;
    }
    return true;
}

enum class State { absent, unreadable, too_long, whole };

// All of it into text, which ends with a 0. *error: of what is unreadable. What is not there, or
// may not be read, is absent, unless it is named; too_long: for text, or with a 0 in it.
State read_whole(const char *path, bool named, char *text, std::size_t size, int *error) {
    std::FILE *stream = std::fopen(path, "re");
    if (!stream) {
        *error = errno;
        return named || (errno != ENOENT && errno != ENOTDIR && errno != EACCES) ? State::unreadable : State::absent;
    }
    const std::size_t length = std::fread(text, 1, size - 1, stream);
    const bool all = std::feof(stream) || std::fgetc(stream) == EOF;
    std::fclose(stream);
    text[length] = 0;
    return all && std::strlen(text) == length ? State::whole : State::too_long;
}

} // namespace

bool machine_file_path(Setting setting, const char *kind, char *path, std::size_t size, bool *named) {
    const char *text = setting_text(setting);
    *named = *text != 0;
    if (*named) return static_cast<std::size_t>(std::snprintf(path, size, "%s", text)) < size;
    char host[256] = "";
    if (gethostname(host, sizeof host - 1) != 0 || !*host) return false;
    const char *config = std::getenv("XDG_CONFIG_HOME");
    const char *home = std::getenv("HOME");
    const bool own = config && *config;
    if (!own && !(home && *home)) return false;
    const int length =
        std::snprintf(path, size, "%s%s/polder/%s-%s", own ? config : home, own ? "" : "/.config", kind, host);
    return static_cast<std::size_t>(length) < size;
}

bool machine_file_parse(const MachineReader &reader, const char *text, void *context, char *error,
                        std::size_t error_size) {
    for (unsigned number = 1; *text; ++number) {
        const std::size_t length = std::strcspn(text, "\n");
        MachineLine line = {};
        const char *word = nullptr;
        const char *wrong = nullptr;
        if (!split(text, length, &line))
            wrong = "more words than a line has, or one that is too long";
        else if (line.count)
            wrong = reader.take(line, context, &word);
        if (wrong && word)
            std::snprintf(error, error_size, "line %u: \"%s\" %s", number, word, wrong);
        else if (wrong)
            std::snprintf(error, error_size, "line %u: %s", number, wrong);
        if (wrong) return false;
        text += length + (text[length] == '\n');
    }
    return true;
}

bool machine_file_load(const MachineReader &reader, char *buffer, std::size_t size, void *context, char *error,
                       std::size_t error_size) {
    char path[1024];
    bool named;
    if (!machine_file_path(reader.setting, reader.kind, path, sizeof path, &named)) return true;
    int code = 0;
    const State state = read_whole(path, named, buffer, size, &code);
    if (state == State::absent) return true;
    if (state == State::unreadable) {
        std::snprintf(error, error_size, "%s %s: %s", reader.what, path, std::strerror(code));
        return false;
    }
    char why[256] = "it is too long";
    if (state == State::whole && machine_file_parse(reader, buffer, context, why, sizeof why)) return true;
    std::snprintf(error, error_size, "%s %s: %s; `%s` writes a good one", reader.what, path, why, reader.writer);
    return false;
}

} // namespace polder
