// Running the back end as the command line says: shown with -v, only shown with -###.
#pragma once

#include "compiler/driver/line/command_line.h"

#include <string>
#include <vector>

namespace polder::cc {

class Stages {
public:
    explicit Stages(const CommandLine &line) : line_(line) {}

    void show(const std::vector<std::string> &words) const;
    /// To its end; the exit status.
    int run(const std::vector<std::string> &words) const;
    /// A text between two stages goes to a file. The exit status of upcc.
    int save_text(const std::string &path, const std::string &text) const;

private:
    const CommandLine &line_;
};

/// Up to where the back end goes with a source: -c, -S or -fsyntax-only.
const char *last_step(Action action);

/// False after a message.
bool write_file(const std::string &path, const std::string &text);

} // namespace polder::cc
