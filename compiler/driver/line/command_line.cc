// Reading the command line: options.def says what an option looks like and who wants it, the
// handlers here what upcc does itself. An argument that is no option is a file.
#include "compiler/driver/line/command_line.h"

#include "base/nearest.h"
#include "compiler/driver/line/dialect.h"
#include "compiler/driver/system/message.h"

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>

namespace polder::cc {
namespace {

constexpr uint32_t max_static_threads = 1u << 20;

enum class Form : uint8_t { alone, joined, separate, either };

struct Seen { // one option as it stood on the command line
    std::string_view spelling;
    std::string argument;
    std::vector<std::string> words;
    uint8_t stages;
};

bool parse_number(std::string_view text, uint32_t &value) {
    if (text.empty() || text.size() > 9) return false;
    value = 0;
    for (char c : text) {
        if (c < '0' || c > '9') return false;
        value = value * 10 + static_cast<uint32_t>(c - '0');
    }
    return true;
}

class Parser {
public:
    Parser(const std::vector<std::string> &arguments, CommandLine &line) : arguments_(arguments), line_(line) {}

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
        return good_;
    }

private:
    using Handler = void (Parser::*)(const Seen &);
    struct Option {
        std::string_view spelling;
        Form form;
        uint8_t stages;
        Handler handler;
    };
    static const Option table[];

    void mistake(const std::string &text, const char *hint = nullptr) {
        complain(text, hint);
        good_ = false;
    }

    void option(const std::string &word) {
        for (const Option *o = table; !o->spelling.empty(); ++o)
            if (matches(*o, word)) {
                Seen seen{o->spelling, "", {word}, o->stages};
                if (!take_argument(*o, word, seen)) return;
                return (this->*o->handler)(seen);
            }
        line_.unknown.push_back(word);
        line_.flags.push_back({{word}, all});
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
            mistake("missing argument to '" + word + "'");
            return false;
        }
        seen.argument = arguments_[at_++];
        seen.words.push_back(seen.argument);
        return true;
    }

    void file(const std::string &path) {
        Language language = language_;
        if (language == Language::by_suffix) language = path == "-" ? Language::by_suffix : language_of(path);
        // Build systems name the language of a file whose suffix they do not know: that does not
        // make UPC plain C.
        else if (language == Language::plain_c && language_of(path) == Language::upc && path.ends_with(".upc"))
            language = Language::upc;
        line_.link_items.push_back({{}, line_.inputs.size()});
        line_.inputs.push_back({path, language, language == Language::foreign ? given_as_ : ""});
    }

    void set_threads(const std::string &text, std::string_view option) {
        uint32_t n = 0;
        if (!parse_number(text, n) || n == 0 || n > max_static_threads)
            mistake("invalid number of threads '" + text + "' for '" + std::string(option) + "'",
                    "give a number from 1 to 1048576, or leave the option out: upcrun -n chooses at launch");
        else if (line_.static_threads && line_.static_threads != n)
            mistake("THREADS is given twice: " + std::to_string(line_.static_threads) + " and " + text);
        else
            line_.static_threads = n;
    }

    // ---- handlers, one for each name in the last column of options.def ----
    void on_pass(const Seen &s) { line_.flags.push_back({s.words, s.stages}); }
    void on_ignore(const Seen &) {}
    void on_upc_sources(const Seen &) { all_upc_ = true; }
    void on_link_item(const Seen &s) { line_.link_items.push_back({s.words}); }
    void on_compile(const Seen &) { line_.action = Action::compile; }
    void on_assemble(const Seen &) { line_.action = Action::assemble; }
    void on_preprocess(const Seen &) { line_.action = Action::preprocess; }
    void on_syntax_only(const Seen &) { line_.action = Action::syntax; }
    void on_translate(const Seen &) { line_.action = Action::translate; }
    void on_dump_tree(const Seen &) { line_.action = Action::dump_tree; }
    void on_dependencies_only(const Seen &s) {
        line_.action = Action::dependencies;
        on_pass(s);
    }
    void on_dependencies(const Seen &s) {
        line_.dependencies.wanted = true;
        on_pass(s);
    }
    void on_dependency_file(const Seen &s) { line_.dependencies.file = s.argument; }
    void on_dependency_target(const Seen &s) {
        line_.dependencies.target_given = true;
        on_pass(s);
    }
    void on_preprocessor_dump(const Seen &s) { dumps_.push_back({s.words, s.stages}); }
    void on_output(const Seen &s) { line_.output = s.argument; }
    void on_save_temps(const Seen &) { line_.save_temps = true; }
    void on_verbose(const Seen &) { line_.verbose = true; }
    void on_dry_run(const Seen &) { line_.dry_run = true; }
    void on_help(const Seen &) { line_.help = true; }
    void on_version(const Seen &) { line_.version = true; }
    void on_ask_back_end(const Seen &s) { line_.questions.back_end.push_back(s.words[0]); }
    void on_back_end(const Seen &s) { line_.back_end = s.argument; }
    void on_shared(const Seen &s) {
        line_.shared = true;
        on_pass(s);
    }
    void on_uses_mpi(const Seen &) { line_.uses_mpi = true; }
    void on_shared_runtime(const Seen &) { line_.shared_runtime = true; }
    void on_print_flags(const Seen &s) { line_.questions.flags.push_back(s.words[0]); }
    void on_no_libraries(const Seen &s) {
        line_.no_libraries = true;
        on_pass(s);
    }
    void on_pic(const Seen &s) {
        line_.pic = true;
        on_pass(s);
    }
    void on_common(const Seen &s) {
        line_.common = s.spelling == "-fcommon";
        on_pass(s);
    }
    void on_werror(const Seen &s) {
        line_.messages.werror = true;
        on_pass(s);
    }
    void on_pedantic_errors(const Seen &s) {
        line_.messages.pedantic_errors = true;
        on_pass(s);
    }
    void on_no_werror(const Seen &s) {
        line_.messages.werror = false;
        on_pass(s);
    }
    void on_no_warnings(const Seen &s) {
        line_.messages.no_warnings = true;
        on_pass(s);
    }
    /// -Wupc-NAME and its relatives. A name nobody has is a slip worth a word, but nothing that
    /// stops a build.
    void on_upc_warning(const Seen &s) {
        using Level = WarningSwitches::Level;
        const Level level = s.spelling == "-Wupc-"         ? Level::usual
                            : s.spelling == "-Wno-upc-"    ? Level::off
                            : s.spelling == "-Werror=upc-" ? Level::error
                                                           : Level::warning;
        if (line_.messages.switches.set("upc-" + s.argument, level)) return;
        const std::string name = "upc-" + s.argument;
        const std::vector<WarningText> known = all_warnings();
        Nearest nearest(name);
        for (const WarningText &warning : known)
            nearest.consider(warning.name);
        const std::string prefix(s.spelling.substr(0, s.spelling.size() - 4)); // without "upc-"
        const std::string meant = prefix + std::string(nearest.found());
        const std::string list = "upcc --help lists the warnings of upcc";
        warn("unknown warning '" + s.words[0] + "'",
             (nearest.found().empty() ? list : "did you mean '" + meant + "'? " + list).c_str());
    }
    void on_max_errors(const Seen &s) {
        parse_number(s.argument, line_.messages.max_errors);
        on_pass(s);
    }
    void on_colour(const Seen &s) {
        const bool off = s.spelling.find("-fno-") == 0 || s.argument == "never";
        line_.messages.colour = off ? 0 : s.argument == "auto" ? -1 : 1;
        on_pass(s);
    }
    /// UPC extends C99, so generated code is compiled as that; preprocessing, and plain C, keep to
    /// C90 as asked. What C90 allowed and C99 took away must not become an error by it (gcc 14,
    /// clang 16).
    void on_old_standard(const Seen &s) {
        const bool gnu = s.spelling.find("gnu") != std::string_view::npos;
        line_.flags.push_back({{gnu ? "-std=gnu99" : "-std=c99", "-fgnu89-inline", "-Wno-error=implicit-int",
                                "-Wno-error=implicit-function-declaration"},
                               comp});
        on_pass(s);
    }
    /// -Wc,"-O3 -std=gnu99": one argument of the shell may hold several options.
    void on_berkeley_compile_option(const Seen &s) {
        std::istringstream text(s.argument);
        std::vector<std::string> words;
        for (std::string word; text >> word;)
            words.push_back(word);
        line_.flags.push_back({words, comp});
    }
    void on_threads(const Seen &s) { set_threads(s.argument, s.spelling); }
    /// -T 4, -T4, -T=4: static THREADS. Anything else is a script for the linker.
    void on_threads_or_script(const Seen &s) {
        const std::string number = s.argument[0] == '=' ? s.argument.substr(1) : s.argument;
        if (number.find_first_not_of("0123456789") == std::string::npos)
            set_threads(number, "-T");
        else
            line_.flags.push_back({s.words, link});
    }
    void on_pe_threads(const Seen &) { pe_threads_ = true; }
    void on_check(const Seen &s) { line_.check = s.spelling == "-fupc-check"; }
    void on_nodes(const Seen &s) {
        if (s.argument != "one" && s.argument != "any")
            mistake("'" + s.argument + "' is no number of nodes", "-fupc-nodes= takes one or any");
        line_.one_node = s.argument == "one";
    }
    void on_report(const Seen &s) {
        line_.report = true;
        line_.report_file = s.argument;
    }
    /// -fupc-NAME, -fno-upc-NAME of compiler/unit/passes.def.
    void on_pass_switch(const Seen &s) {
        if (line_.passes.set(s.argument, s.spelling == "-fupc-")) return;
        const std::string meant = suggested_option(s.words[0]);
        const std::string list = "upcc --help lists the passes that -fupc-NAME and -fno-upc-NAME switch";
        mistake("unknown option '" + s.words[0] + "'",
                (meant.empty() ? list : "did you mean '" + meant + "'? " + list).c_str());
    }
    void on_dialect(const Seen &s) {
        if (dialect_macros(s.argument))
            line_.dialects.push_back(s.argument);
        else
            mistake("unknown dialect '" + s.argument + "'", ("-fupc-dialect= takes one of " + dialect_names()).c_str());
    }
    /// -network=smp is what upcc always does.
    void on_network(const Seen &s) {
        if (s.argument != "smp") on_launch_time(s);
    }
    void on_heap(const Seen &s) {
        warn("'" + s.words[0] + "' has no effect",
             "shared memory grows as it is used; upcrun --shared-heap SIZE limits it");
    }
    void on_elsewhere(const Seen &s) {
        mistake("'" + s.words[0] + "' belongs to another UPC compiler",
                "the guide extensions.md says what upcc has in its place (polder info: where it is)");
    }
    /// Cray: cc -h upc. Else a name for the linker, as with cc.
    void on_cray_switch(const Seen &s) {
        if (s.argument != "upc") line_.flags.push_back({s.words, link});
    }
    void on_launch_time(const Seen &s) {
        warn("'" + s.words[0] + "' has no effect",
             "one program runs on threads, processes or a mix: choose with upcrun -n THREADS -p PROCESSES");
    }
    void on_language(const Seen &s) {
        given_as_ = s.argument;
        if (s.argument == "none")
            language_ = Language::by_suffix;
        else if (s.argument == "upc")
            language_ = Language::upc;
        else if (s.argument == "c")
            language_ = Language::plain_c;
        else if (s.argument == "cpp-output" || s.argument == "upc-cpp-output")
            language_ = Language::preprocessed;
        else
            language_ = Language::foreign;
    }

    /// -fupc: files behind -x c are UPC all the same. -fpe-threads: C, and nothing else.
    void settle_languages() {
        for (InputFile &input : line_.inputs) {
            if (pe_threads_ && !input.path.ends_with(".upc")) settle_pe_threads(input);
            if (all_upc_ && input.language == Language::plain_c) input.language = Language::upc;
        }
        if (pe_threads_ && line_.shared)
            mistake("-fpe-threads does not make shared libraries",
                    "a PE's variables lie in its segment, which has room for those of the program: link the objects "
                    "into it");
    }
    void settle_pe_threads(InputFile &input) {
        if (input.language == Language::plain_c || input.language == Language::upc)
            input.language = Language::c_of_threads;
        else if (input.language == Language::foreign && !is_assembler(input))
            mistake(input.path + ": -fpe-threads takes C",
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
        for (const Flag &dump : dumps_)
            if (line_.action == Action::translate && dump.words.front() == "-P") line_.action = Action::translate_bare;
        if (line_.action != Action::preprocess && line_.action != Action::dependencies) return;
        line_.flags.insert(line_.flags.end(), dumps_.begin(), dumps_.end());
    }

public:
    /// What upcc itself obeys. Not in the list: options left to the back end, which makes
    /// suggestions of its own. Nor are options that upcc only accepts for the sake of other
    /// compilers.
    static std::vector<std::string> own_options() {
        std::vector<std::string> names;
        for (const Option *o = table; !o->spelling.empty(); ++o)
            if (o->stages == none && o->handler != &Parser::on_ignore && o->handler != &Parser::on_elsewhere &&
                o->handler != &Parser::on_launch_time && o->handler != &Parser::on_heap &&
                o->handler != &Parser::on_network && !o->spelling.ends_with("upc-"))
                names.emplace_back(o->spelling);
        for (const PassText &pass : all_passes())
            for (const char *prefix : {"-fupc-", "-fno-upc-"})
                names.push_back(prefix + std::string(pass.name));
        return names;
    }

private:
    const std::vector<std::string> &arguments_;
    CommandLine &line_;
    std::vector<Flag> dumps_;
    size_t at_ = 0;
    bool good_ = true;
    bool all_upc_ = false;
    bool pe_threads_ = false;
    Language language_ = Language::by_suffix;
    std::string given_as_;
};

const Parser::Option Parser::table[] = {
#define OPTION(spelling, form, stages, handler) {spelling, Form::form, stages, &Parser::on_##handler},
#include "compiler/driver/line/options.def"
    {"", Form::alone, none, &Parser::on_ignore},
};

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
    const std::vector<std::string> names = Parser::own_options();
    Nearest nearest(typed);
    for (const std::string &name : names)
        nearest.consider(name);
    return std::string(nearest.found());
}

bool parse_command_line(const std::vector<std::string> &arguments, CommandLine &line) {
    const std::vector<std::string> words = expand_response_files(arguments);
    Parser parser(words, line);
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
