// Reading the command line: options.def says what an option looks like and who wants it, options.cc
// what upcc does itself. An argument that is no option is a file.
#include "compiler/driver/line/command_line.h"

#include "base/nearest.h"
#include "compiler/driver/line/options.h"

#include <string_view>

namespace polder::cc {
namespace {

class CommandLineParser {
public:
    CommandLineParser(const std::vector<std::string> &arguments, CommandLine &line)
        : arguments_(arguments), reading_{line} {}

    bool run() {
        while (at_ < arguments_.size()) {
            const std::string &word = arguments_[at_++];
            if (word.size() > 1 && word[0] == '-')
                option(word);
            else
                file(word);
        }
        settle_dumps();
        settle_languages();
        return reading_.good;
    }

private:
    void option(const std::string &word) {
        for (const Option &o : all_options())
            if (matches(o, word)) {
                Seen seen{o.spelling, "", {word}, o.stages};
                if (!take_argument(o, word, seen)) return;
                return o.handler(reading_, seen);
            }
        reading_.line.unknown.push_back(word);
        reading_.line.flags.push_back({{word}, all});
    }

    static bool matches(const Option &o, const std::string &word) {
        if (o.form == Form::alone || o.form == Form::separate) return word == o.spelling;
        return word.compare(0, o.spelling.size(), o.spelling) == 0;
    }

    bool take_argument(const Option &o, const std::string &word, Seen &seen) {
        if (o.form == Form::alone) return true;
        seen.argument = word.substr(o.spelling.size());
        if (o.form == Form::joined || !seen.argument.empty()) return true;
        if (at_ == arguments_.size()) {
            reading_.mistake("missing argument to '" + word + "'");
            return false;
        }
        seen.argument = arguments_[at_++];
        seen.words.push_back(seen.argument);
        return true;
    }

    void file(const std::string &path) {
        Language language = reading_.language;
        if (language == Language::by_suffix) language = path == "-" ? Language::by_suffix : language_of(path);
        // Build systems name the language of a file whose suffix they do not know: that does not
        // make UPC plain C.
        else if (language == Language::plain_c && language_of(path) == Language::upc && path.ends_with(".upc"))
            language = Language::upc;
        reading_.line.link_items.push_back({{}, reading_.line.inputs.size()});
        reading_.line.inputs.push_back({path, language, language == Language::foreign ? reading_.given_as : ""});
    }

    /// -fupc: files behind -x c are UPC all the same. -fpe-threads: C, and nothing else.
    void settle_languages() {
        for (InputFile &input : reading_.line.inputs) {
            if (reading_.pe_threads && !input.path.ends_with(".upc")) settle_pe_threads(input);
            if (reading_.all_upc && input.language == Language::plain_c) input.language = Language::upc;
        }
        if (reading_.pe_threads && reading_.line.shared)
            reading_.mistake(
                "-fpe-threads does not make shared libraries",
                "a PE's variables lie in its segment, which has room for those of the program: link the objects "
                "into it");
    }
    void settle_pe_threads(InputFile &input) {
        if (input.language == Language::plain_c || input.language == Language::upc)
            input.language = Language::c_of_threads;
        else if (input.language == Language::foreign && !is_assembler(input))
            reading_.mistake(input.path + ": -fpe-threads takes C",
                             "in another language a PE is a process: compile without the option");
    }
    static bool is_assembler(const InputFile &input) {
        const std::string &given = input.given_as;
        const bool by_suffix = given.empty() || given == "none";
        const std::string kind = by_suffix ? input.path.substr(input.path.rfind('.') + 1) : given;
        return kind == "s" || kind == "S" || kind == "sx" || kind.starts_with("assembler");
    }

    /// -dM, -C, -P ... mean something for -E alone; elsewhere they would take from the text what
    /// translation needs.
    void settle_dumps() {
        for (const Flag &dump : reading_.dumps)
            if (reading_.line.action == Action::translate && dump.words.front() == "-P")
                reading_.line.action = Action::translate_bare;
        if (reading_.line.action != Action::preprocess && reading_.line.action != Action::dependencies) return;
        reading_.line.flags.insert(reading_.line.flags.end(), reading_.dumps.begin(), reading_.dumps.end());
    }

    const std::vector<std::string> &arguments_;
    size_t at_ = 0;
    LineReading reading_;
};

/// What upcc itself obeys. Not in the list: options left to the back end, which makes suggestions
/// of its own. Nor are options that upcc only accepts for the sake of other compilers.
std::vector<std::string> own_options() {
    std::vector<std::string> names;
    for (const Option &o : all_options())
        if (o.is_own) names.emplace_back(o.spelling);
    for (const PassText &pass : all_passes())
        for (const char *prefix : {"-fupc-", "-fno-upc-"})
            names.push_back(prefix + std::string(pass.name));
    return names;
}

} // namespace

Language language_of(const std::string &path) {
    static const struct {
        const char *suffix;
        Language language;
    } table[] = {
        {"c", Language::upc},          {"upc", Language::upc},
        {"i", Language::preprocessed}, {"upci", Language::preprocessed},
        {"s", Language::foreign},      {"S", Language::foreign},
        {"sx", Language::foreign},     {"cc", Language::foreign},
        {"cp", Language::foreign},     {"cxx", Language::foreign},
        {"cpp", Language::foreign},    {"CPP", Language::foreign},
        {"c++", Language::foreign},    {"C", Language::foreign},
        {"ii", Language::foreign},     {"f", Language::foreign},
        {"for", Language::foreign},    {"f90", Language::foreign},
        {"F", Language::foreign},      {"F90", Language::foreign},
        {"f03", Language::foreign},    {"f08", Language::foreign},
        {"h", Language::foreign},      {"hh", Language::foreign},
        {"hpp", Language::foreign},
    };
    const size_t slash = path.rfind('/');
    const size_t dot = path.rfind('.');
    if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) return Language::object;
    for (const auto &row : table)
        if (path.compare(dot + 1, std::string::npos, row.suffix) == 0) return row.language;
    return Language::object;
}

std::vector<std::string> CommandLine::words_for(uint8_t stages) const {
    std::vector<std::string> words;
    for (const Flag &flag : flags)
        if (flag.stages & stages) words.insert(words.end(), flag.words.begin(), flag.words.end());
    return words;
}

std::string suggested_option(const std::string &word) {
    const std::string typed = word.substr(0, word.find('=') + (word.find('=') != std::string::npos));
    const std::vector<std::string> names = own_options();
    Nearest nearest(typed);
    for (const std::string &name : names)
        nearest.consider(name);
    return std::string(nearest.found());
}

bool parse_command_line(const std::vector<std::string> &arguments, CommandLine &line) {
    const std::vector<std::string> words = expand_response_files(arguments);
    CommandLineParser parser(words, line);
    return parser.run();
}

bool asks_for_debug_information(const std::vector<std::string> &words) {
    bool asked = false;
    for (const std::string &word : words) {
        const bool level = word.size() == 3 && word.compare(0, 2, "-g") == 0 && word[2] >= '0' && word[2] <= '9';
        if (level || word == "-g" || word.compare(0, 5, "-ggdb") == 0 || word.compare(0, 7, "-gdwarf") == 0)
            asked = word != "-g0" && word != "-ggdb0";
    }
    return asked;
}

} // namespace polder::cc
