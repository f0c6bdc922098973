// A UPC or C source takes three steps:
//   cc -E … -include polder/abi.h file     text comes through a pipe
//   translate                              in process
//   cc -c … -x cpp-output -                text goes through a pipe, object out
//
// The last step is started as soon as the first begins to write, as starting a compiler takes as
// long as translating a small file. Assembler, C++ and the like go to the back end as they are.
// Then one `cc` links everything in the order given.
#include "compiler/driver/build.h"

#include "compiler/abi/abi.h"
#include "compiler/driver/beside.h"
#include "compiler/driver/file_names.h"
#include "compiler/driver/input.h"
#include "compiler/driver/link_check.h"
#include "compiler/driver/link_messages.h"
#include "compiler/driver/memory.h"
#include "compiler/driver/message.h"
#include "compiler/driver/process.h"
#include "compiler/driver/sanitizers.h"
#include "compiler/driver/translate.h"
#include "compiler/driver/warnings.h"
#include "compiler/lex/line_marker.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <sys/stat.h>

namespace polder::cc {
namespace {

void append(std::vector<std::string> &to, const std::vector<std::string> &words) {
    to.insert(to.end(), words.begin(), words.end());
}

bool write_file(const std::string &path, const std::string &text) {
    FILE *f = fopen(path.c_str(), "wb");
    const bool written = f && fwrite(text.data(), 1, text.size(), f) == text.size();
    if (f && fclose(f) == 0 && written) return true;
    complain("cannot write " + path + ": " + strerror(errno));
    return false;
}

class Build {
public:
    Build(const CommandLine &line, const Toolchain &tools) : line_(line), tools_(tools), warnings_(line, tools) {}
    int run();

private:
    bool check_inputs() const;
    bool check_output() const;
    int compile_all();
    int write_report() const;
    int compile(size_t index);
    Options options_for(const InputFile &input) const;
    int compile_source(const InputFile &input, const std::string &output);
    int compile_foreign(const InputFile &input, const std::string &output);
    int preprocess_only(const InputFile &input);
    int obtain_text(const InputFile &input, const std::string &object, std::string &text,
                    const std::function<void()> &seen);
    int translate_source(TranslateJob &&job, const InputFile &input, const std::string &output, Generated &result);
    bool wants_no_copies(const Options &options, const Generated &unit) const;
    std::vector<std::string> compiler_command(const Options &options, bool no_copies) const;
    bool start_back_end(FedCommand &back_end, const TranslateJob &job, const std::string &output, bool no_copies) const;
    bool start_warnings(FedCommand &elision, const TranslateJob &job) const;
    bool start_reading(FedCommand &command, std::vector<std::string> words, const TranslateJob &job,
                       const std::string &output) const;
    int finish(FedCommand &elision, FedCommand &back_end, const Generated &unit, const std::string &output) const;
    int save_text(const std::string &path, const std::string &text) const;
    int through_saved_files(const Generated &unit, const Options &options, const InputFile &input,
                            const std::string &output, FedCommand &elision);
    int write_result(const std::string &text) const;
    int link();
    void explain(const std::string &said) const;
    bool linked_by_cmake() const;

    std::vector<std::string> preprocessor_command(const InputFile &input) const;
    void add_dependency_words(std::vector<std::string> &words, const InputFile &input, const std::string &object) const;
    std::vector<std::string> libraries() const;
    std::string output_name(const InputFile &input) const;
    int run_stage(const std::vector<std::string> &words) const;
    void show(const std::vector<std::string> &words) const;
    static bool is_source(const InputFile &input) { return input.language != Language::object; }

    const CommandLine &line_;
    const Toolchain &tools_;
    const Warnings warnings_;
    std::vector<std::string> objects_; // by index of the input
    std::string report_;               // of the optimiser
    bool mathematics_ = false;         // something may use the mathematics library
    bool extensions_ = false;          // <upc.h> declares them (Translated::wants_extensions)
};

void Build::show(const std::vector<std::string> &words) const {
    if (line_.verbose || line_.dry_run) fprintf(stderr, " %s\n", shell_quoted(words).c_str());
}

int Build::run_stage(const std::vector<std::string> &words) const {
    show(words);
    return line_.dry_run ? 0 : run_command(words);
}

int Build::run() {
    // As with cc, `-Wl,--version` alone asks the linker; build systems do.
    if (line_.inputs.empty() && (line_.link_items.empty() || line_.action != Action::link)) {
        complain("no input files", "upcc hello.upc -o hello compiles and links; upcc --help says more");
        return 1;
    }
    if (!check_inputs() || !check_output()) return 1;
    objects_.resize(line_.inputs.size());
    const int status = compile_all(), reported = write_report();
    if (status || reported) return status ? status : reported;
    return line_.action == Action::link ? link() : 0;
}

bool Build::check_inputs() const {
    bool good = true;
    for (const InputFile &input : line_.inputs) {
        struct stat info;
        if (input.path == "-") {
            if (input.language != Language::by_suffix || line_.action == Action::preprocess) continue;
            complain("standard input needs a language", "say -x upc or -x c before the '-'");
            good = false;
        } else if (stat(input.path.c_str(), &info) < 0) {
            complain(input.path + ": " + strerror(errno));
            good = false;
        } else if (S_ISDIR(info.st_mode)) {
            complain(input.path + ": is a directory");
            good = false;
        }
    }
    return good;
}

bool Build::check_output() const {
    if (line_.output.empty()) return true;
    size_t sources = 0;
    struct stat in, out;
    const bool exists = stat(line_.output.c_str(), &out) == 0 && S_ISREG(out.st_mode);
    for (const InputFile &input : line_.inputs) {
        sources += is_source(input);
        if (exists && stat(input.path.c_str(), &in) == 0 && in.st_ino == out.st_ino && in.st_dev == out.st_dev) {
            complain("the input file '" + input.path + "' is the output file too");
            return false;
        }
    }
    if (sources < 2 || line_.action == Action::link || line_.action == Action::syntax) return true;
    complain("-o names one file, but there are " + std::to_string(sources) + " to write",
             "leave -o out with -c, -S or -E and several sources, or compile them one by one");
    return false;
}

int Build::compile_all() {
    int status = 0;
    for (size_t i = 0; i < line_.inputs.size(); ++i) {
        mathematics_ = mathematics_ || line_.inputs[i].language == Language::object ||
                       line_.inputs[i].language == Language::foreign;
        if (is_source(line_.inputs[i])) {
            if (const int s = compile(i)) status = s;
        } else if (line_.action != Action::link) {
            warn(line_.inputs[i].path + ": linker input file unused because linking not done");
        }
    }
    return status;
}

/// What the optimiser did with all sources of the command.
int Build::write_report() const {
    if (!line_.report || line_.dry_run) return 0;
    if (line_.report_file.empty()) return fwrite(report_.data(), 1, report_.size(), stderr) == report_.size() ? 0 : 1;
    return write_file(line_.report_file, report_) ? 0 : 1;
}

std::string Build::output_name(const InputFile &input) const {
    if (line_.action == Action::compile || line_.action == Action::assemble) {
        if (!line_.output.empty()) return line_.output;
        return base_name(input.path) + (line_.action == Action::compile ? ".o" : ".s");
    }
    return line_.save_temps ? base_name(input.path) + ".o" : temporary_file(".o");
}

int Build::compile(size_t index) {
    const InputFile &input = line_.inputs[index];
    memory_is_for(input.path);
    if (line_.action == Action::preprocess || line_.action == Action::dependencies) return preprocess_only(input);
    std::string output;
    if (line_.action == Action::link || line_.action == Action::compile || line_.action == Action::assemble) {
        output = line_.dry_run && line_.action == Action::link ? base_name(input.path) + ".o" : output_name(input);
        if (output.empty()) return 1;
        objects_[index] = output;
    }
    return input.language == Language::foreign ? compile_foreign(input, output) : compile_source(input, output);
}

std::vector<std::string> Build::preprocessor_command(const InputFile &input) const {
    std::vector<std::string> words = tools_.cc;
    words.push_back("-E");
    const bool c_of_threads = input.language == Language::c_of_threads;
    const bool ours = c_of_threads || input.language == Language::upc || input.language == Language::by_suffix;
    if (ours) {
        append(words, {"-include", "polder/abi.h"}); // first: a header of the user's -include may be UPC
        // A folder of the user may have another <shmem.h>, as Open MPI's has.
        if (c_of_threads) append(words, {"-include", "polder/shmem/pe_threads.h", "-I", tools_.include_dir});
        if (line_.check) append(words, {"-include", "polder/check.h"});
        append(words, predefined_macros(line_, tools_, input.language));
        if (extensions_) words.push_back(extensions_macro);
        if (asks_for_coverage(line_.words_for(comp))) words.push_back("-D__POLDER_COVERAGE__=1");
    }
    append(words, ours ? Warnings::without_format(line_.words_for(pre)) : line_.words_for(pre));
    if (ours && !c_of_threads && tools_.include_dir != "/usr/include") append(words, {"-isystem", tools_.include_dir});
    if (input.language == Language::foreign) {
        if (!input.given_as.empty()) append(words, {"-x", input.given_as});
    } else {
        append(words, {"-x", "c"});
    }
    words.push_back(input.path);
    return words;
}

int Build::preprocess_only(const InputFile &input) {
    std::vector<std::string> words = preprocessor_command(input);
    if (!line_.dependency_file.empty()) append(words, {"-MF", line_.dependency_file});
    if (!line_.output.empty()) append(words, {"-o", line_.output});
    return run_stage(words);
}

void Build::add_dependency_words(std::vector<std::string> &words, const InputFile &input,
                                 const std::string &object) const {
    if (!line_.dependencies) return;
    const bool named = line_.action != Action::link && !object.empty();
    const std::string target = named ? object : base_name(input.path) + ".o";
    append(words, {"-MF", line_.dependency_file.empty() ? with_suffix(target, ".d") : line_.dependency_file});
    if (!line_.dependency_target) append(words, {"-MQ", target});
}

/// The preprocessed text of a source, by the preprocessor or, where it is there already, from the
/// file.
int Build::obtain_text(const InputFile &input, const std::string &object, std::string &text,
                       const std::function<void()> &seen) {
    if (input.language == Language::preprocessed) {
        if (!read_input(input.path, text)) {
            errno == EFBIG ? complain_of_length(input.path) : complain(input.path + ": " + strerror(errno));
            return 1;
        }
        seen();
        return 0;
    }
    std::vector<std::string> words = preprocessor_command(input);
    add_dependency_words(words, input, object);
    show(words);
    if (line_.dry_run) {
        seen();
        return 0;
    }
    const Reading reading = run_and_read(words, text, seen);
    if (reading.too_long) complain_of_length(input.path);
    if (reading.out_of_memory)
        complain(input.path + ": out of memory while preprocessing",
                 "does it include a file without an end (a device, a pipe)?");
    return reading.status;
}

Options Build::options_for(const InputFile &input) const {
    Options options;
    const std::vector<std::string> compile_words = line_.words_for(comp);
    options.upc = input.language != Language::plain_c;
    options.static_threads = line_.static_threads;
    options.one_node = line_.one_node;
    const bool races = sanitizes_threads(compile_words); // the accesses are to be those of the source
    options.level = races ? 0 : optimisation_level({compile_words.begin(), compile_words.end()});
    options.passes = line_.passes.at(options.level);
    options.coverage = asks_for_coverage(compile_words);
    if (options.coverage) options.passes.forall_own = options.passes.forall_stride = false; // loops as they are written
    const bool by_types =
        std::find(compile_words.begin(), compile_words.end(), "-fno-strict-aliasing") == compile_words.end();
    options.strict_aliasing = by_types && options.level >= 2;
    if (!by_types) { // these passes go by types
        options.passes.group_prefetch = false;
        options.passes.alias_versioning = false;
        options.passes.unroll_and_jam = false;
    }
    options.check = line_.check && options.upc;
    options.report = line_.report;
    options.fcommon = line_.common;
    options.pic = line_.pic;
    options.gnu_inline = std::find(compile_words.begin(), compile_words.end(), "-fgnu89-inline") != compile_words.end();
    options.debug = asks_for_debug_information(compile_words);
    options.one_form = options.coverage || (options.debug && options.level == 0);
    options.debugger_script = tools_.debugger_script;
    options.backend = tools_.family;
    options.target = tools_.target;
    return options;
}

/// Does upcc stop when it has written a text?
bool makes_text(Action action) {
    return action == Action::translate || action == Action::translate_bare || action == Action::dump_tree;
}

int Build::compile_source(const InputFile &input, const std::string &output) {
    TranslateJob job;
    job.file = input.path == "-" ? "<stdin>" : input.path;
    job.action = line_.action;
    job.options = options_for(input);
    const bool makes_object = !makes_text(line_.action);
    const bool saves = line_.save_temps && line_.action != Action::syntax;
    FedCommand back_end, elision;
    bool looked = false, complete = false, startable = true;
    const auto seen = [&] { // until what stands at the beginning of abi.h is there
        const bool ours = tells_back_end(job.text);
        if (looked || !(ours || complete || !job.options.upc)) return;
        looked = true;
        if (input.language == Language::preprocessed) job.options.upc = ours;
        recognise_back_end(job.text, job.options);
        if (makes_object && !saves) startable = start_back_end(back_end, job, output, false);
        if (makes_object && warnings_.wanted(job.options)) startable = startable && start_warnings(elision, job);
    };
    if (const int status = obtain_text(input, output, job.text, seen)) return status;
    complete = true;
    seen();
    mathematics_ = mathematics_ || job.text.find("/math.h\"") != std::string::npos ||
                   job.text.find("/complex.h\"") != std::string::npos ||
                   job.text.find("/fenv.h\"") != std::string::npos;
    if (!startable) return 1;
    if (line_.save_temps && save_text(base_name(input.path) + ".i", job.text)) return 1;

    const TranslateJob again{"", job.file, job.options, job.action};
    Generated unit;
    if (!line_.dry_run && translate_source(std::move(job), input, output, unit)) return 1;
    if (!makes_object) return write_result(unit.code);
    if (saves) return through_saved_files(unit, again.options, input, output, elision);
    if (wants_no_copies(again.options, unit)) { // few units: most gain by the early start
        back_end.abandon();
        if (!start_back_end(back_end, again, output, true)) return 1;
    }
    return line_.dry_run ? 0 : finish(elision, back_end, unit, output);
}

/// Both commands get their text before either is waited for: they run side by side.
int Build::finish(FedCommand &elision, FedCommand &back_end, const Generated &unit, const std::string &output) const {
    if (elision.started()) elision.feed(unit.elision);
    back_end.feed(unit.code);
    if (!elision.started()) return back_end.finish();
    const int status = warnings_.answer(elision, &back_end);
    if (status) remove_output(output);
    return status;
}

/// A source may ask to be preprocessed once more.
int Build::translate_source(TranslateJob &&job, const InputFile &input, const std::string &output, Generated &result) {
    TranslateJob again{"", job.file, job.options, job.action};
    job.may_ask = input.language == Language::upc && can_be_read_twice(input.path);
    Translated outcome = translate(std::move(job), line_, result, report_);
    if (outcome == Translated::wants_extensions) {
        extensions_ = true;
        const int status = obtain_text(input, output, again.text, [] {});
        extensions_ = false;
        if (status) return status;
        if (line_.save_temps && save_text(base_name(input.path) + ".i", again.text)) return 1;
        outcome = translate(std::move(again), line_, result, report_);
    }
    return outcome == Translated::good ? 0 : 1;
}

int Build::write_result(const std::string &text) const {
    FILE *f = line_.output.empty() || line_.output == "-" ? stdout : fopen(line_.output.c_str(), "wb");
    const bool good = f && fwrite(text.data(), 1, text.size(), f) == text.size() && fflush(f) == 0;
    if (!good) complain((line_.output.empty() ? "standard output" : line_.output) + ": " + strerror(errno));
    if (f && f != stdout) fclose(f);
    return good ? 0 : 1;
}

/// Private data of a library must stay in the library's section, where the runtime makes the
/// threads' copies of it. So the compiler reaches the data through the GOT, and the linker never
/// moves it into the program (copy relocation). Linkers undo this for data of the program itself.
std::vector<std::string> indirect_access(const Options &options) {
    if (options.backend == BackendFamily::gcc && options.backend_version >= 12 && !options.target.is_aarch64())
        return {"-mno-direct-extern-access"};
    if (options.backend == BackendFamily::clang && options.backend_version >= 12)
        return {"-fno-direct-access-external-data"};
    return {};
}

/// Loops are vectorised behind tests for overlap, ten at most unless told otherwise. Pointers into
/// shared memory are made of integers. For all gcc knows they may point to anything, so a loop over
/// eight arrays takes more tests than in C. Before the user's words, so that theirs counts.
std::vector<std::string> alias_checks(const Options &options, const std::vector<std::string> &user) {
    if (options.backend != BackendFamily::gcc || options.backend_version < 8)
        return {}; // 0: a compiler that only looks like gcc
    const bool vectorises = options.level >= 3 || std::any_of(user.begin(), user.end(), [](const std::string &word) {
                                return word == "-ftree-vectorize" || word == "-ftree-loop-vectorize" ||
                                       word.rfind("-fvect-cost-model=", 0) == 0;
                            });
    if (!vectorises) return {};
    return {"--param", "vect-max-version-for-alias-checks=60"};
}

/// Values that loops carry from one iteration to the next stay in registers
/// (-fpredictive-commoning). For that gcc unrolls such a loop until no register is copied. In loops
/// over vectors of several arrays it runs out of registers and reads again what it has. A copy of a
/// register costs nothing. So in units with such loops (Context::carries_vectors) loops are not
/// unrolled, unless the user asks for it. The option holds for a whole unit, and scalar loops gain
/// by unrolling; so other units do not get it. From gcc 13 on the same number limits what gcc
/// unrolls by itself.
bool makes_copies(const Options &options, const std::vector<std::string> &user) {
    if (options.backend != BackendFamily::gcc || options.backend_version < 8 || options.backend_version > 12)
        return false;
    bool carries = options.level >= 3;
    for (const std::string &word : user) {
        carries = carries || word == "-fpredictive-commoning";
        if (word.rfind("-funroll-", 0) == 0 || word.rfind("-fprofile-use", 0) == 0 ||
            word.rfind("-fauto-profile", 0) == 0)
            return false;
    }
    return carries;
}

bool Build::wants_no_copies(const Options &options, const Generated &unit) const {
    return unit.carries_vectors && options.upc && !line_.dry_run && makes_copies(options, line_.words_for(comp));
}

/// Words of ours stand before the user's, so that theirs count.
std::vector<std::string> Build::compiler_command(const Options &options, bool no_copies) const {
    std::vector<std::string> words = tools_.cc;
    // Generated code hardly names the element types of shared data; debuggers need them.
    if (options.debug && options.upc && !line_.dry_run) words.push_back("-fno-eliminate-unused-debug-types");
    const std::vector<std::string> user = line_.words_for(options.upc ? comp : comp | plain);
    if (options.upc && !line_.dry_run) append(words, alias_checks(options, user));
    if (no_copies) append(words, {"--param", "max-unroll-times=1"});
    append(words, warnings_.wanted(options) ? Warnings::without_messages(user) : user);
    if (options.upc && !line_.dry_run) append(words, indirect_access(options));
    if (options.upc) append(words, sanitizer_exceptions(words));
    return words;
}

bool Build::start_back_end(FedCommand &back_end, const TranslateJob &job, const std::string &output,
                           bool no_copies) const {
    std::vector<std::string> words = compiler_command(job.options, no_copies);
    append(words, names_beside_object(line_, job.file, job.options.backend));
    words.push_back(line_.action == Action::syntax ? "-fsyntax-only" : line_.action == Action::assemble ? "-S" : "-c");
    if (!output.empty()) append(words, {"-o", output});
    return start_reading(back_end, std::move(words), job, output);
}

bool Build::start_warnings(FedCommand &elision, const TranslateJob &job) const {
    return start_reading(elision, warnings_.command(job.options), job, "");
}

bool Build::start_reading(FedCommand &command, std::vector<std::string> words, const TranslateJob &job,
                          const std::string &output) const {
    if (job.options.backend == BackendFamily::clang) append(words, {"-Xclang", "-main-file-name", "-Xclang", job.file});
    append(words, {"-pipe", "-x", "cpp-output", "-"});
    show(words);
    // For debug information: clang is told the name of the source, gcc takes it from the first
    // line.
    const std::string first = line_marker_text(1, job.file, false);
    const Messages messages = warnings_.wanted(job.options) ? Messages::kept : Messages::shown;
    return line_.dry_run || command.start(words, first, output, messages);
}

int Build::save_text(const std::string &path, const std::string &text) const {
    return line_.dry_run || write_file(path, text) ? 0 : 1;
}

/// -save-temps: x.i (preprocessed), x.elision.i (what warnings are about), x.polder.i (generated),
/// x.s, and the object. A bug report needs these files.
int Build::through_saved_files(const Generated &unit, const Options &options, const InputFile &input,
                               const std::string &output, FedCommand &elision) {
    const std::string base = base_name(input.path), generated = base + ".polder.i", assembly = base + ".s";
    if (save_text(generated, unit.code)) return 1;
    if (elision.started()) {
        if (save_text(base + ".elision.i", unit.elision)) return 1;
        elision.feed(unit.elision);
        if (const int status = warnings_.answer(elision, nullptr)) return status;
    }
    std::vector<std::string> command = compiler_command(options, wants_no_copies(options, unit)), to_assembly = command;
    const std::string first = line_.action == Action::assemble ? output : assembly;
    append(to_assembly, {"-S", "-o", first, "-x", "cpp-output", generated});
    const int status = run_stage(to_assembly);
    if (status || line_.action == Action::assemble) return status;
    append(command, {"-c", "-o", output, "-x", "assembler", assembly});
    return run_stage(command);
}

int Build::compile_foreign(const InputFile &input, const std::string &output) {
    if (makes_text(line_.action)) {
        complain(input.path + ": not a UPC or C source", "-x upc or -x c before the file says what it is");
        return 1;
    }
    std::vector<std::string> words = tools_.cc;
    append(words, line_.words_for(pre | comp));
    words.push_back(line_.action == Action::syntax ? "-fsyntax-only" : line_.action == Action::assemble ? "-S" : "-c");
    if (!output.empty()) append(words, {"-o", output});
    add_dependency_words(words, input, output);
    if (!input.given_as.empty()) append(words, {"-x", input.given_as});
    words.push_back(input.path);
    return run_stage(words);
}

/// Behind everything the user names. The mathematics library comes unasked, as with other UPC
/// compilers, unless plainly nothing uses it. Looking through it takes a tenth of the time to link
/// a small program.
std::vector<std::string> Build::libraries() const {
    if (line_.no_libraries) return {};
    std::vector<std::string> words = runtime_libraries(line_, tools_);
    if (mathematics_ && !line_.shared) append(words, {"-Wl,--push-state,--as-needed", "-lm", "-Wl,--pop-state"});
    return words;
}

/// The system limits the length of a command, and an @file of ours may have hidden a long one. Such
/// words go on in an @file.
bool shorten(std::vector<std::string> &words, size_t kept) {
    constexpr size_t long_command = 100000; // bytes; Linux refuses more than 128 KiB a word and usually 2 MiB in all
    size_t length = 0;
    std::string text;
    for (size_t i = kept; i < words.size(); ++i) {
        length += words[i].size() + 1;
        text += quoted_for_response_file(words[i]) + "\n";
    }
    if (length < long_command) return true;
    const std::string path = temporary_file(".rsp");
    if (path.empty() || !write_file(path, text)) return false;
    words.resize(kept);
    words.push_back("@" + path);
    return true;
}

int Build::link() {
    if (tools_.library.empty() && !line_.no_libraries) {
        if (tools_.target.machine == own_machine)
            complain("libpolder.a was not found",
                     "upcc looks for ../lib/libpolder.a from its own folder; move the whole prefix, not the program");
        else
            complain("libpolder.a for " + name_of(tools_.target.machine) + " was not found",
                     ("a cross build makes it (cmake --preset aarch64); upcc looks in ../lib and ../lib/" +
                      multiarch_name(tools_.target.machine) + " from its own folder")
                         .c_str());
        return 1;
    }
    std::vector<std::string> words = tools_.cc;
    std::vector<std::string> linked;
    append(words, line_.words_for(cc::link));
    for (const LinkItem &item : line_.link_items) {
        if (item.words.empty())
            linked.push_back(is_source(line_.inputs[item.input]) ? objects_[item.input]
                                                                 : line_.inputs[item.input].path);
        append(words, item.words.empty() ? std::vector{linked.back()} : item.words);
    }
    if (takes_core_object(line_, tools_, linked, words)) words.push_back(tools_.core_object);
    append(words, libraries());
    if (collects_sections(words)) words.push_back("-Wl,-z,nostart-stop-gc");
    if (!line_.output.empty()) append(words, {"-o", line_.output});
    const std::vector<std::string> all_words = words;
    if (!line_.dry_run && !shorten(words, tools_.cc.size())) return 1;
    show(words);
    if (line_.dry_run) return 0;
    std::string said;
    const int status = run_and_read_messages(words, said);
    explain(said);
    if (status) return status;
    const std::string output = line_.output.empty() ? "a.out" : line_.output;
    if (check_linked_declarations(output, all_words, line_)) return 0;
    remove_output(output);
    return 1;
}

/// Its objects lie in folders of this name.
bool Build::linked_by_cmake() const {
    return std::any_of(line_.inputs.begin(), line_.inputs.end(), [](const InputFile &input) {
        return !is_source(input) && input.path.find("CMakeFiles/") != std::string::npos;
    });
}

void Build::explain(const std::string &said) const {
    std::vector<std::pair<std::string, std::string>> names;
    for (size_t i = 0; i < objects_.size(); ++i)
        if (is_source(line_.inputs[i]) && !objects_[i].empty()) names.emplace_back(objects_[i], line_.inputs[i].path);
    const LinkMessages messages = link_messages(said, names);
    fputs(messages.text.c_str(), stderr);
    if (messages.no_main)
        complain("no source of the program defines 'main'",
                 linked_by_cmake()
                     ? "CMake leaves .upc files out until it knows the language: add find_package(Polder REQUIRED) "
                       "behind project()"
                     : "one file with main must be compiled as UPC (.upc, .c or -x upc); -c compiles without linking");
    if (messages.twice)
        advise("define it in one source and declare it 'extern' in the others (in a header, too); -fcommon merges "
               "definitions without initial values, as older compilers did");
}

} // namespace

int build(const CommandLine &line, const Toolchain &tools) {
    return Build(line, tools).run();
}

} // namespace polder::cc
