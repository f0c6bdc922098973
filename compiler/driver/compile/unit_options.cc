// Options of the back end have a say in the translation: levels, aliasing, sanitizers, coverage.
#include "compiler/driver/compile/unit_options.h"

#include "compiler/driver/back_end/beside.h"
#include "compiler/driver/back_end/sanitizers.h"

#include <algorithm>

namespace polder::cc {

Options options_for(const CommandLine &line, const Toolchain &tools, const InputFile &input) {
    Options options;
    const std::vector<std::string> compile_words = line.words_for(comp);
    options.upc = input.language != Language::plain_c;
    options.static_threads = line.static_threads;
    options.one_node = line.one_node;
    const bool races = sanitizes_threads(compile_words); // the accesses are to be those of the source
    options.level = races ? 0 : optimisation_level({compile_words.begin(), compile_words.end()});
    options.passes = line.passes.at(options.level);
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
    options.check = line.check && options.upc;
    options.report = line.report;
    options.fcommon = line.common;
    options.pic = line.pic;
    options.gnu_inline = std::find(compile_words.begin(), compile_words.end(), "-fgnu89-inline") != compile_words.end();
    options.debug = asks_for_debug_information(compile_words);
    options.one_form = options.coverage || (options.debug && options.level == 0);
    options.debugger_script = tools.debugger_script;
    options.backend = tools.family;
    options.target = tools.target;
    return options;
}

} // namespace polder::cc
