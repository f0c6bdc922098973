// Reading the file of measured providers, a line a provider.
#include "conduits/open/measured.h"

#include "base/machine_file.h"

#include <cstdio>
#include <cstring>

namespace polder {

namespace {

bool number_to(const char *text, double *value) {
    char rest;
    return std::sscanf(text, "%lf%c", value, &rest) == 1 && *value > 0;
}

bool size_to(const char *text, double *value) {
    char rest;
    return std::sscanf(text, "%lf%c", value, &rest) == 1 && *value >= 0 && *value < 1e9;
}

const char *take_line(const MachineLine &line, void *context, const char **) {
    auto *measured = static_cast<MeasuredProviders *>(context);
    MeasuredProvider one = {};
    if (line.count < 3 || line.count > 4 || std::strlen(line.words[0]) >= sizeof one.name ||
        !number_to(line.words[1], &one.round_trip_us) || !number_to(line.words[2], &one.gigabytes))
        return "a line is: provider, microseconds, gigabytes a second, bytes of puts that are messages";
    if (line.count == 4 && !size_to(line.words[3], &one.put_messages))
        return "the bytes of puts that are messages are a number from 0 on";
    if (measured->count == MeasuredProviders::most) return "more providers than such a file takes";
    std::strcpy(one.name, line.words[0]);
    measured->list[measured->count++] = one;
    return nullptr;
}

constexpr MachineReader reader = {Setting::network, "network", "measured providers", "polder tune --network",
                                  take_line};

} // namespace

void measured_text(const MeasuredProvider &provider, char *text, std::size_t size) {
    std::snprintf(text, size, "measured by polder tune --network: a round trip of %.1f us, %.2f GB/s",
                  provider.round_trip_us, provider.gigabytes);
}

std::size_t measured_put_messages(const MeasuredProviders &measured, const char *provider) {
    for (unsigned i = 0; i < measured.count; ++i)
        if (!std::strcmp(measured.list[i].name, provider))
            return static_cast<std::size_t>(measured.list[i].put_messages);
    return 0;
}

bool measured_path(char *path, std::size_t size, bool *named) {
    return machine_file_path(reader.setting, reader.kind, path, size, named);
}

bool measured_load(MeasuredProviders *measured, char *error, std::size_t error_size) {
    measured->count = 0;
    char text[4096];
    if (machine_file_load(reader, text, sizeof text, measured, error, error_size)) return true;
    measured->count = 0;
    return false;
}

} // namespace polder
