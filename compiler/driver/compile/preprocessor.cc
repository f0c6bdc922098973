// The words of the preprocessor's command, and its text.
#include "compiler/driver/compile/preprocessor.h"

#include "compiler/driver/back_end/beside.h"
#include "compiler/driver/compile/translate.h"
#include "compiler/driver/compile/warnings.h"
#include "compiler/driver/system/file_names.h"
#include "compiler/driver/system/input.h"
#include "compiler/driver/system/message.h"
#include "compiler/driver/system/process.h"
#include "compiler/driver/system/words.h"

#include <cerrno>
#include <cstring>

namespace polder::cc {

std::vector<std::string> Preprocessor::command(const InputFile &input) const {
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

int Preprocessor::preprocess_only(const InputFile &input) const {
    std::vector<std::string> words = command(input);
    if (!line_.dependencies.file.empty()) append(words, {"-MF", line_.dependencies.file});
    if (!line_.output.empty()) append(words, {"-o", line_.output});
    return stages_.run(words);
}

void Preprocessor::add_dependency_words(std::vector<std::string> &words, const InputFile &input,
                                        const std::string &object) const {
    if (!line_.dependencies.wanted) return;
    const bool named = line_.action != Action::link && !object.empty();
    const std::string target = named ? object : base_name(input.path) + ".o";
    append(words, {"-MF", line_.dependencies.file.empty() ? with_suffix(target, ".d") : line_.dependencies.file});
    if (!line_.dependencies.target_given) append(words, {"-MQ", target});
}

int Preprocessor::obtain_text(const InputFile &input, const std::string &object, std::string &text,
                              const std::function<void()> &seen) const {
    if (input.language == Language::preprocessed) {
        if (!read_input(input.path, text)) {
            if (errno == EFBIG)
                complain_of_length(input.path);
            else
                complain(input.path + ": " + strerror(errno));
            return 1;
        }
        seen();
        return 0;
    }
    std::vector<std::string> words = command(input);
    add_dependency_words(words, input, object);
    stages_.show(words);
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

} // namespace polder::cc
