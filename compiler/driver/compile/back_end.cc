// Words for the back end beside the user's, and the commands that wait for their text.
#include "compiler/driver/compile/back_end.h"

#include "compiler/driver/back_end/beside.h"
#include "compiler/driver/back_end/sanitizers.h"
#include "compiler/driver/system/file_names.h"
#include "compiler/driver/system/words.h"
#include "compiler/lex/line_marker.h"

#include <algorithm>
#include <utility>

namespace polder::cc {

namespace {

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

/// Generated code calls the library beside a run: to find a block, or in the general body. Vector
/// registers do not outlive a call. So gcc keeps a sum in memory, in the run's loop, too. It does
/// not where each loop is a region of its own for the allocation of registers.
std::vector<std::string> register_regions(const Options &options) {
    const bool knows = options.backend == BackendFamily::gcc && options.backend_version >= 8;
    return knows && options.level >= 2 ? std::vector<std::string>{"-fira-region=all"} : std::vector<std::string>{};
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

} // namespace

bool BackEnd::wants_no_copies(const Options &options, const Generated &unit) const {
    return unit.carries_vectors && options.upc && !line_.dry_run && makes_copies(options, line_.words_for(comp));
}

/// Words of ours stand before the user's, so that theirs count.
std::vector<std::string> BackEnd::command(const Options &options, bool no_copies) const {
    std::vector<std::string> words = tools_.cc;
    // Generated code hardly names the element types of shared data; debuggers need them.
    if (options.debug && options.upc && !line_.dry_run) words.push_back("-fno-eliminate-unused-debug-types");
    const std::vector<std::string> user = line_.words_for(options.upc ? comp : comp | plain);
    if (options.upc && !line_.dry_run) append(words, alias_checks(options, user));
    if (options.upc && !line_.dry_run) append(words, register_regions(options));
    if (no_copies) append(words, {"--param", "max-unroll-times=1"});
    append(words, warnings_.wanted(options) ? Warnings::without_messages(user) : user);
    if (options.upc && !line_.dry_run) append(words, indirect_access(options));
    if (options.upc) append(words, sanitizer_exceptions(words));
    return words;
}

bool BackEnd::start_reading(FedCommand &command, std::vector<std::string> words, const TranslateJob &job,
                            const std::string &output) const {
    if (job.options.backend == BackendFamily::clang) append(words, {"-Xclang", "-main-file-name", "-Xclang", job.file});
    append(words, {"-pipe", "-x", "cpp-output", "-"});
    stages_.show(words);
    // For debug information: clang is told the name of the source, gcc takes it from the first
    // line.
    const std::string first = line_marker_text(1, job.file, false);
    const Messages messages = warnings_.wanted(job.options) ? Messages::kept : Messages::shown;
    return line_.dry_run || command.start(words, first, output, messages);
}

bool BackEnd::start_compiler(const TranslateJob &job, const std::string &output, bool no_copies) {
    std::vector<std::string> words = command(job.options, no_copies);
    append(words, names_beside_object(line_, job.file, job.options.backend));
    words.push_back(last_step(line_.action));
    if (!output.empty()) append(words, {"-o", output});
    return start_reading(compiler_, std::move(words), job, output);
}

bool BackEnd::start(const TranslateJob &job, const std::string &output, bool saves) {
    if (!saves && !start_compiler(job, output, false)) return false;
    return !warnings_.wanted(job.options) || start_reading(elision_, warnings_.command(job.options), job, "");
}

/// Both commands get their text before either is waited for: they run side by side.
int BackEnd::finish(const TranslateJob &job, const Generated &unit, const std::string &output) {
    if (wants_no_copies(job.options, unit)) { // few units: most gain by the early start
        compiler_.abandon();
        if (!start_compiler(job, output, true)) return 1;
    }
    if (line_.dry_run) return 0;
    if (elision_.started()) elision_.feed(unit.elision);
    compiler_.feed(unit.code);
    if (!elision_.started()) return compiler_.finish();
    const int status = warnings_.answer(elision_, &compiler_);
    if (status) remove_output(output);
    return status;
}

int BackEnd::through_saved_files(const Generated &unit, const Options &options, const InputFile &input,
                                 const std::string &output) {
    const std::string base = base_name(input.path);
    const std::string generated = base + ".polder.i";
    const std::string assembly = base + ".s";
    if (stages_.save_text(generated, unit.code)) return 1;
    if (elision_.started()) {
        if (stages_.save_text(base + ".elision.i", unit.elision)) return 1;
        elision_.feed(unit.elision);
        if (const int status = warnings_.answer(elision_, nullptr)) return status;
    }
    std::vector<std::string> to_object = command(options, wants_no_copies(options, unit));
    std::vector<std::string> to_assembly = to_object;
    const std::string first = line_.action == Action::assemble ? output : assembly;
    append(to_assembly, {"-S", "-o", first, "-x", "cpp-output", generated});
    const int status = stages_.run(to_assembly);
    if (status || line_.action == Action::assemble) return status;
    append(to_object, {"-c", "-o", output, "-x", "assembler", assembly});
    return stages_.run(to_object);
}

} // namespace polder::cc
