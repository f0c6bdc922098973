// Commands on standard error, files of texts.
#include "compiler/driver/back_end/stages.h"

#include "compiler/driver/system/message.h"
#include "compiler/driver/system/process.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace polder::cc {

bool write_file(const std::string &path, const std::string &text) {
    FILE *f = fopen(path.c_str(), "wb");
    const bool written = f && fwrite(text.data(), 1, text.size(), f) == text.size();
    if (f && fclose(f) == 0 && written) return true;
    complain("cannot write " + path + ": " + strerror(errno));
    return false;
}

const char *last_step(Action action) {
    return action == Action::syntax ? "-fsyntax-only" : action == Action::assemble ? "-S" : "-c";
}

void Stages::show(const std::vector<std::string> &words) const {
    if (line_.verbose || line_.dry_run) fprintf(stderr, " %s\n", shell_quoted(words).c_str());
}

int Stages::run(const std::vector<std::string> &words) const {
    show(words);
    return line_.dry_run ? 0 : run_command(words);
}

int Stages::save_text(const std::string &path, const std::string &text) const {
    return line_.dry_run || write_file(path, text) ? 0 : 1;
}

} // namespace polder::cc
