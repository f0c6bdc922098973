// Input files: see input.h.
#include "compiler/driver/system/input.h"

#include "compiler/driver/system/message.h"
#include "compiler/lex/source.h"

#include <cerrno>
#include <cstdio>
#include <sys/stat.h>

namespace polder::cc {

bool read_input(const std::string &path, std::string &text) {
    FILE *f = path == "-" ? stdin : fopen(path.c_str(), "rb");
    if (!f) return false;
    char buffer[65536];
    for (size_t n; text.size() <= longest_text && (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        text.append(buffer, n);
    int error = ferror(f) ? errno : 0;
    if (text.size() > longest_text) error = EFBIG;
    if (f != stdin) fclose(f);
    errno = error;
    return error == 0;
}

void complain_of_length(const std::string &path) {
    complain(path + ": the preprocessed text is longer than 4 GiB",
             "does it include a file without an end (a device, a pipe), or itself?");
}

bool can_be_read_twice(const std::string &path) {
    struct stat info;
    return path != "-" && stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

} // namespace polder::cc
