#include "conduits/open/measured.h"

#include "base/machine_file.h"

#include <cstdio>
#include <cstring>

namespace polder {

namespace {

constexpr std::size_t longest_line = 200;

// Null, or what is wrong with the line, which has no comment any more.
const char *line_of(const char *line, MeasuredProviders *measured) {
    MeasuredProvider one;
    char rest;
    const int words = std::sscanf(line, " %55s %lf %lf %c", one.name, &one.round_trip_us, &one.gigabytes, &rest);
    if (words <= 0) return nullptr;
    if (words != 3 || !(one.round_trip_us > 0) || !(one.gigabytes > 0))
        return "a line is: provider, microseconds, gigabytes a second";
    if (measured->count == MeasuredProviders::most) return "more providers than such a file takes";
    measured->list[measured->count++] = one;
    return nullptr;
}

} // namespace

bool measured_parse(const char *text, MeasuredProviders *measured, char *error, std::size_t error_size) {
    measured->count = 0;
    for (unsigned number = 1; *text; ++number) {
        const std::size_t length = std::strcspn(text, "\n"), words = std::strcspn(text, "#\n");
        char line[longest_line + 1];
        const char *wrong = words > longest_line ? "it is too long" : nullptr;
        if (!wrong) {
            std::memcpy(line, text, words);
            line[words] = 0;
            wrong = line_of(line, measured);
        }
        if (wrong) {
            std::snprintf(error, error_size, "line %u: %s", number, wrong);
            return measured->count = 0, false;
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

void measured_text(const MeasuredProvider &provider, char *text, std::size_t size) {
    std::snprintf(text, size, "measured by polder tune --network: a round trip of %.1f us, %.2f GB/s",
                  provider.round_trip_us, provider.gigabytes);
}

bool measured_path(char *path, std::size_t size, bool *named) {
    return machine_file_path(Setting::network, "network", path, size, named);
}

bool measured_load(MeasuredProviders *measured, char *error, std::size_t error_size) {
    measured->count = 0;
    char text[4096];
    MachineFile file;
    machine_file_read(Setting::network, "network", text, sizeof text, &file);
    if (file.state == MachineFile::State::absent) return true;
    if (file.state == MachineFile::State::unreadable) {
        std::snprintf(error, error_size, "measured providers %s: %s", file.path, std::strerror(file.error));
        return false;
    }
    char why[256] = "it is too long";
    if (file.state == MachineFile::State::whole && measured_parse(text, measured, why, sizeof why)) return true;
    std::snprintf(error, error_size, "measured providers %s: %s; `polder tune --network` writes a good file", file.path,
                  why);
    return false;
}

} // namespace polder
