// The handlers of options.def: what upcc itself does with an option. Each has a name of the last
// column.
#include "compiler/driver/line/options.h"

#include "base/nearest.h"
#include "compiler/driver/line/dialect.h"
#include "compiler/driver/system/message.h"

#include <sstream>

namespace polder::cc {

void LineReading::mistake(const std::string &text, const char *hint) {
    complain(text, hint);
    good = false;
}

namespace {

constexpr uint32_t max_static_threads = 1u << 20;

bool parse_number(std::string_view text, uint32_t &value) {
    if (text.empty() || text.size() > 9) return false;
    value = 0;
    for (char c : text) {
        if (c < '0' || c > '9') return false;
        value = value * 10 + static_cast<uint32_t>(c - '0');
    }
    return true;
}

void set_threads(LineReading &r, const std::string &text, std::string_view option) {
    uint32_t n = 0;
    if (!parse_number(text, n) || n == 0 || n > max_static_threads)
        r.mistake("invalid number of threads '" + text + "' for '" + std::string(option) + "'",
                  "give a number from 1 to 1048576, or leave the option out: upcrun -n chooses at launch");
    else if (r.line.static_threads && r.line.static_threads != n)
        r.mistake("THREADS is given twice: " + std::to_string(r.line.static_threads) + " and " + text);
    else
        r.line.static_threads = n;
}

void on_pass(LineReading &r, const Seen &s) {
    r.line.flags.push_back({s.words, s.stages});
}
void on_ignore(LineReading &, const Seen &) {}
void on_upc_sources(LineReading &r, const Seen &) {
    r.all_upc = true;
}
void on_link_item(LineReading &r, const Seen &s) {
    r.line.link_items.push_back({s.words});
}
void on_compile(LineReading &r, const Seen &) {
    r.line.action = Action::compile;
}
void on_assemble(LineReading &r, const Seen &) {
    r.line.action = Action::assemble;
}
void on_preprocess(LineReading &r, const Seen &) {
    r.line.action = Action::preprocess;
}
void on_syntax_only(LineReading &r, const Seen &) {
    r.line.action = Action::syntax;
}
void on_translate(LineReading &r, const Seen &) {
    r.line.action = Action::translate;
}
void on_dump_tree(LineReading &r, const Seen &) {
    r.line.action = Action::dump_tree;
}
void on_dependencies_only(LineReading &r, const Seen &s) {
    r.line.action = Action::dependencies;
    on_pass(r, s);
}
void on_dependencies(LineReading &r, const Seen &s) {
    r.line.dependencies.wanted = true;
    on_pass(r, s);
}
void on_dependency_file(LineReading &r, const Seen &s) {
    r.line.dependencies.file = s.argument;
}
void on_dependency_target(LineReading &r, const Seen &s) {
    r.line.dependencies.target_given = true;
    on_pass(r, s);
}
void on_preprocessor_dump(LineReading &r, const Seen &s) {
    r.dumps.push_back({s.words, s.stages});
}
void on_output(LineReading &r, const Seen &s) {
    r.line.output = s.argument;
}
void on_save_temps(LineReading &r, const Seen &) {
    r.line.save_temps = true;
}
void on_verbose(LineReading &r, const Seen &) {
    r.line.verbose = true;
}
void on_dry_run(LineReading &r, const Seen &) {
    r.line.dry_run = true;
}
void on_help(LineReading &r, const Seen &) {
    r.line.help = true;
}
void on_version(LineReading &r, const Seen &) {
    r.line.version = true;
}
void on_ask_back_end(LineReading &r, const Seen &s) {
    r.line.questions.back_end.push_back(s.words[0]);
}
void on_back_end(LineReading &r, const Seen &s) {
    r.line.back_end = s.argument;
}
void on_shared(LineReading &r, const Seen &s) {
    r.line.shared = true;
    on_pass(r, s);
}
void on_uses_mpi(LineReading &r, const Seen &) {
    r.line.uses_mpi = true;
}
void on_shared_runtime(LineReading &r, const Seen &) {
    r.line.shared_runtime = true;
}
void on_print_flags(LineReading &r, const Seen &s) {
    r.line.questions.flags.push_back(s.words[0]);
}
void on_no_libraries(LineReading &r, const Seen &s) {
    r.line.no_libraries = true;
    on_pass(r, s);
}
void on_pic(LineReading &r, const Seen &s) {
    r.line.pic = true;
    on_pass(r, s);
}
void on_common(LineReading &r, const Seen &s) {
    r.line.common = s.spelling == "-fcommon";
    on_pass(r, s);
}
void on_werror(LineReading &r, const Seen &s) {
    r.line.messages.werror = true;
    on_pass(r, s);
}
void on_pedantic_errors(LineReading &r, const Seen &s) {
    r.line.messages.pedantic_errors = true;
    on_pass(r, s);
}
void on_no_werror(LineReading &r, const Seen &s) {
    r.line.messages.werror = false;
    on_pass(r, s);
}
void on_no_warnings(LineReading &r, const Seen &s) {
    r.line.messages.no_warnings = true;
    on_pass(r, s);
}
/// -Wupc-NAME and its relatives. A name nobody has is a slip worth a word, but nothing that
/// stops a build.
void on_upc_warning(LineReading &r, const Seen &s) {
    using Level = WarningSwitches::Level;
    const Level level = s.spelling == "-Wupc-"         ? Level::usual
                        : s.spelling == "-Wno-upc-"    ? Level::off
                        : s.spelling == "-Werror=upc-" ? Level::error
                                                       : Level::warning;
    if (r.line.messages.switches.set("upc-" + s.argument, level)) return;
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
void on_max_errors(LineReading &r, const Seen &s) {
    parse_number(s.argument, r.line.messages.max_errors);
    on_pass(r, s);
}
void on_colour(LineReading &r, const Seen &s) {
    const bool off = s.spelling.find("-fno-") == 0 || s.argument == "never";
    r.line.messages.colour = off ? 0 : s.argument == "auto" ? -1 : 1;
    on_pass(r, s);
}
/// UPC extends C99, so generated code is compiled as that; preprocessing, and plain C, keep to
/// C90 as asked. What C90 allowed and C99 took away must not become an error by it (gcc 14,
/// clang 16).
void on_old_standard(LineReading &r, const Seen &s) {
    const bool gnu = s.spelling.find("gnu") != std::string_view::npos;
    r.line.flags.push_back({{gnu ? "-std=gnu99" : "-std=c99", "-fgnu89-inline", "-Wno-error=implicit-int",
                             "-Wno-error=implicit-function-declaration"},
                            comp});
    on_pass(r, s);
}
/// -Wc,"-O3 -std=gnu99": one argument of the shell may hold several options.
void on_berkeley_compile_option(LineReading &r, const Seen &s) {
    std::istringstream text(s.argument);
    std::vector<std::string> words;
    for (std::string word; text >> word;)
        words.push_back(word);
    r.line.flags.push_back({words, comp});
}
void on_threads(LineReading &r, const Seen &s) {
    set_threads(r, s.argument, s.spelling);
}
/// -T 4, -T4, -T=4: static THREADS. Anything else but a number below 0 is a script for the linker.
void on_threads_or_script(LineReading &r, const Seen &s) {
    const std::string number = s.argument[0] == '=' ? s.argument.substr(1) : s.argument;
    if (number[0] == '-' || number.find_first_not_of("0123456789") == std::string::npos)
        set_threads(r, number, "-T");
    else
        r.line.flags.push_back({s.words, link});
}
void on_pe_threads(LineReading &r, const Seen &) {
    r.pe_threads = true;
}
void on_check(LineReading &r, const Seen &s) {
    r.line.check = s.spelling == "-fupc-check";
}
void on_nodes(LineReading &r, const Seen &s) {
    if (s.argument != "one" && s.argument != "any")
        r.mistake("'" + s.argument + "' is no number of nodes", "-fupc-nodes= takes one or any");
    r.line.one_node = s.argument == "one";
}
void on_report(LineReading &r, const Seen &s) {
    r.line.report = true;
    r.line.report_file = s.argument;
}
/// -fupc-NAME, -fno-upc-NAME of compiler/unit/passes.def.
void on_pass_switch(LineReading &r, const Seen &s) {
    if (r.line.passes.set(s.argument, s.spelling == "-fupc-")) return;
    const std::string meant = suggested_option(s.words[0]);
    const std::string list = "upcc --help lists the passes that -fupc-NAME and -fno-upc-NAME switch";
    r.mistake("unknown option '" + s.words[0] + "'",
              (meant.empty() ? list : "did you mean '" + meant + "'? " + list).c_str());
}
void on_dialect(LineReading &r, const Seen &s) {
    if (dialect_macros(s.argument))
        r.line.dialects.push_back(s.argument);
    else
        r.mistake("unknown dialect '" + s.argument + "'", ("-fupc-dialect= takes one of " + dialect_names()).c_str());
}
void on_launch_time(LineReading &, const Seen &s) {
    warn("'" + s.words[0] + "' has no effect",
         "one program runs on threads, processes or a mix: choose with upcrun -n THREADS -p PROCESSES");
}
/// -network=smp is what upcc always does.
void on_network(LineReading &r, const Seen &s) {
    if (s.argument != "smp") on_launch_time(r, s);
}
void on_heap(LineReading &, const Seen &s) {
    warn("'" + s.words[0] + "' has no effect",
         "shared memory grows as it is used; upcrun --shared-heap SIZE limits it");
}
void on_elsewhere(LineReading &r, const Seen &s) {
    r.mistake("'" + s.words[0] + "' belongs to another UPC compiler",
              "the guide extensions.md says what upcc has in its place (polder info: where it is)");
}
/// Cray: cc -h upc. Else a name for the linker, as with cc.
void on_cray_switch(LineReading &r, const Seen &s) {
    if (s.argument != "upc") r.line.flags.push_back({s.words, link});
}
void on_language(LineReading &r, const Seen &s) {
    r.given_as = s.argument;
    if (s.argument == "none")
        r.language = Language::by_suffix;
    else if (s.argument == "upc")
        r.language = Language::upc;
    else if (s.argument == "c")
        r.language = Language::plain_c;
    else if (s.argument == "cpp-output" || s.argument == "upc-cpp-output")
        r.language = Language::preprocessed;
    else
        r.language = Language::foreign;
}

constexpr bool is_own(uint8_t stages, void (*handler)(LineReading &, const Seen &), std::string_view spelling) {
    return stages == none && handler != on_ignore && handler != on_elsewhere && handler != on_launch_time &&
           handler != on_heap && handler != on_network && !spelling.ends_with("upc-");
}

constexpr Option table[] = {
#define OPTION(spelling, form, stages, handler)                                                                        \
    {spelling, Form::form, stages, on_##handler, is_own(stages, on_##handler, spelling)},
#include "compiler/driver/line/options.def"
};

} // namespace

std::span<const Option> all_options() {
    return table;
}

} // namespace polder::cc
