// The steps of a source side by side, and the text that is asked for instead of an object.
#include "compiler/driver/compile/source_compiler.h"

#include "compiler/driver/compile/back_end.h"
#include "compiler/driver/compile/unit_options.h"
#include "compiler/driver/system/file_names.h"
#include "compiler/driver/system/input.h"
#include "compiler/driver/system/message.h"
#include "compiler/driver/system/words.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace polder::cc {

namespace {

/// Does upcc stop when it has written a text?
bool makes_text(Action action) {
    return action == Action::translate || action == Action::translate_bare || action == Action::dump_tree;
}

} // namespace

int SourceCompiler::compile(const InputFile &input, const std::string &output) {
    return input.language == Language::foreign ? compile_foreign(input, output) : compile_source(input, output);
}

void SourceCompiler::look_for_mathematics(const std::string &text) {
    for (const char *header : {"/math.h\"", "/complex.h\"", "/fenv.h\""})
        mathematics_ = mathematics_ || text.find(header) != std::string::npos;
}

int SourceCompiler::compile_source(const InputFile &input, const std::string &output) {
    TranslateJob job;
    job.file = input.path == "-" ? "<stdin>" : input.path;
    job.action = line_.action;
    job.options = options_for(line_, tools_, input);
    const bool makes_object = !makes_text(line_.action);
    const bool saves = line_.save_temps && line_.action != Action::syntax;
    BackEnd back_end(line_, tools_, stages_);
    bool looked = false;
    bool complete = false;
    bool startable = true;
    const auto seen = [&] { // until what stands at the beginning of abi.h is there
        const bool ours = tells_back_end(job.text);
        if (looked || !(ours || complete || !job.options.upc)) return;
        looked = true;
        if (input.language == Language::preprocessed) job.options.upc = ours;
        recognise_back_end(job.text, job.options);
        if (makes_object) startable = back_end.start(job, output, saves);
    };
    if (const int status = preprocessor_.obtain_text(input, output, job.text, seen)) return status;
    complete = true;
    seen();
    look_for_mathematics(job.text);
    if (!startable) return 1;
    if (line_.save_temps && stages_.save_text(base_name(input.path) + ".i", job.text)) return 1;

    const TranslateJob again{"", job.file, job.options, job.action};
    Generated unit;
    if (!line_.dry_run && translate_source(std::move(job), input, output, unit)) return 1;
    if (!makes_object) return write_result(unit.code);
    if (saves) return back_end.through_saved_files(unit, again.options, input, output);
    return back_end.finish(again, unit, output);
}

/// A source may ask to be preprocessed once more.
int SourceCompiler::translate_source(TranslateJob &&job, const InputFile &input, const std::string &output,
                                     Generated &result) {
    TranslateJob again{"", job.file, job.options, job.action};
    job.may_ask = input.language == Language::upc && can_be_read_twice(input.path);
    Translated outcome = translate(std::move(job), line_, result, report_);
    if (outcome == Translated::wants_extensions) {
        preprocessor_.declare_extensions(true);
        const int status = preprocessor_.obtain_text(input, output, again.text, [] {});
        preprocessor_.declare_extensions(false);
        if (status) return status;
        if (line_.save_temps && stages_.save_text(base_name(input.path) + ".i", again.text)) return 1;
        outcome = translate(std::move(again), line_, result, report_);
    }
    return outcome == Translated::good ? 0 : 1;
}

int SourceCompiler::write_result(const std::string &text) const {
    FILE *f = line_.output.empty() || line_.output == "-" ? stdout : fopen(line_.output.c_str(), "wb");
    const bool good = f && fwrite(text.data(), 1, text.size(), f) == text.size() && fflush(f) == 0;
    if (!good) complain((line_.output.empty() ? "standard output" : line_.output) + ": " + strerror(errno));
    if (f && f != stdout) fclose(f);
    return good ? 0 : 1;
}

int SourceCompiler::compile_foreign(const InputFile &input, const std::string &output) {
    if (makes_text(line_.action)) {
        complain(input.path + ": not a UPC or C source", "-x upc or -x c before the file says what it is");
        return 1;
    }
    std::vector<std::string> words = tools_.cc;
    append(words, line_.words_for(pre | comp));
    words.push_back(last_step(line_.action));
    if (!output.empty()) append(words, {"-o", output});
    preprocessor_.add_dependency_words(words, input, output);
    if (!input.given_as.empty()) append(words, {"-x", input.given_as});
    words.push_back(input.path);
    return stages_.run(words);
}

} // namespace polder::cc
