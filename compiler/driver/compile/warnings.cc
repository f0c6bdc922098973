// The command that compiles the elision, and which of both commands' messages people see.
#include "compiler/driver/compile/warnings.h"

#include "compiler/driver/line/colour.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <unordered_set>

namespace polder::cc {
namespace {

bool begins_with_any(std::string_view word, std::initializer_list<std::string_view> beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [word](std::string_view beginning) { return word.starts_with(beginning); });
}

/// Options that write files beside the object, or cost time and have nothing to do with warnings.
bool concerns_objects(std::string_view word) {
    return begins_with_any(word,
                           {"-g", "-flto", "-fsanitize", "-fprofile", "-ftest-coverage", "--coverage", "-coverage",
                            "-fdump", "-fstack-usage", "-fcallgraph-info", "-fopt-info", "-save-temps", "-pg",
                            "-fplugin", "-ftime-", "-Wa,", "-fsave-optimization-record", "-Rpass", "-fxray"}) ||
           word == "-p" || word == "-Q" || word == "-pipe";
}

bool takes_a_word(std::string_view word) {
    return word == "-dumpbase" || word == "-dumpbase-ext" || word == "-dumpdir" || word == "-aux-info" ||
           word == "-Xassembler" || word == "-MJ";
}

bool asks_for_warnings(std::string_view word) {
    return word == "-fanalyzer" || word.starts_with("-pedantic") ||
           (word.starts_with("-W") && !begins_with_any(word, {"-Wno-", "-Wa,", "-Wl,", "-Wp,", "-Werror"})) ||
           word.starts_with("-Werror=");
}

bool begins_a_message(std::string_view line) {
    return line.find(": warning: ") != std::string_view::npos || line.find(": error: ") != std::string_view::npos ||
           line.starts_with("In file included from ") || line.find(": In function ") != std::string_view::npos ||
           line.find(": At top level:") != std::string_view::npos;
}

/// gcc 12 looks at the arguments of functions with attribute `access` several times and says each
/// time what it finds.
std::string without_repeats(const std::string &messages) {
    std::string kept;
    std::unordered_set<std::string> said;
    for (size_t at = 0; at < messages.size();) {
        size_t end = at;
        std::string first;
        do { // a message goes up to the next one
            const size_t newline = std::min(messages.find('\n', end), messages.size() - 1) + 1;
            if (end == at) first = messages.substr(at, newline - at);
            end = newline;
        } while (end < messages.size() &&
                 !begins_a_message(std::string_view(messages).substr(end, messages.find('\n', end) - end)));
        const bool may_repeat = first.find("[-Wstringop-over") != std::string::npos;
        const std::string message = messages.substr(at, end - at);
        if (!may_repeat || said.insert(message).second) kept += message;
        at = end;
    }
    return kept;
}

} // namespace

std::vector<std::string> Warnings::command(const Options &options) const {
    std::vector<std::string> words = tools_.cc;
    const std::vector<std::string> user = line_.words_for(comp);
    bool flow = false;
    for (size_t i = 0; i < user.size(); ++i) {
        if (takes_a_word(user[i]))
            ++i;
        else if (!concerns_objects(user[i]))
            words.push_back(user[i]);
        flow = flow || asks_for_warnings(user[i]);
    }
    // clang looks at the flow of a program before it makes code of it.
    if (flow && options.backend == BackendFamily::gcc)
        words.insert(words.end(), {"-S", "-o", "/dev/null"});
    else
        words.push_back("-fsyntax-only");
    if (colour_wanted(line_)) words.push_back("-fdiagnostics-color=always");
    return words;
}

std::vector<std::string> Warnings::without_format(const std::vector<std::string> &words) {
    std::vector<std::string> kept;
    for (size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "-serialize-diagnostics")
            ++i;
        else if (!begins_with_any(words[i], {"-fdiagnostics-format", "-fdiagnostics-add-output"}))
            kept.push_back(words[i]);
    }
    return kept;
}

std::vector<std::string> Warnings::without_messages(const std::vector<std::string> &words) {
    std::vector<std::string> kept = without_format(words);
    std::erase(kept, "-fanalyzer");
    kept.push_back("-w");
    return kept;
}

/// By an option, or by a pragma, of which the messages tell.
bool Warnings::errors_are_asked_for(const std::string &messages) const {
    const std::vector<std::string> words = line_.words_for(comp);
    return line_.messages.werror || line_.messages.pedantic_errors || messages.find("-Werror") != std::string::npos ||
           std::any_of(words.begin(), words.end(), [](const std::string &word) { return word.starts_with("-Werror"); });
}

int Warnings::answer(FedCommand &elision, FedCommand *back_end) const {
    const int said = elision.finish();
    const int compiled = back_end ? back_end->finish() : said;
    const bool refused = said && (compiled || errors_are_asked_for(elision.messages()));
    if (!said || refused) fputs(without_repeats(elision.messages()).c_str(), stderr);
    if (back_end && !(said && compiled)) fputs(back_end->messages().c_str(), stderr); // reports asked for, or errors
    return compiled ? compiled : refused ? said : 0;
}

} // namespace polder::cc
