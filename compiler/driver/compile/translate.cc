// Calls the passes of the compiler in turn: parse, lower, emit (ARCHITECTURE.md, Layers).
#include "compiler/driver/compile/translate.h"

#include "compiler/driver/line/colour.h"
#include "compiler/elide/elide.h"
#include "compiler/emit/emit.h"
#include "compiler/lower/unit.h"
#include "compiler/parse/parse.h"

namespace polder::cc {
namespace {

Diagnostics::Output output_of(const CommandLine &line) {
    Diagnostics::Output output;
    output.colour = colour_wanted(line);
    output.werror = line.messages.werror;
    output.no_warnings = line.messages.no_warnings;
    output.pedantic_errors = line.messages.pedantic_errors;
    output.dialect = !line.dialects.empty();
    output.max_errors = line.messages.max_errors;
    output.switches = line.messages.switches;
    return output;
}

/// Who reads: people, too, or only the back end.
CodeFor code_wanted(const CommandLine &line) {
    if (line.action == Action::translate_bare) return CodeFor::readers_without_markers;
    return line.action == Action::translate || line.save_temps ? CodeFor::readers : CodeFor::back_end;
}

} // namespace

std::string generated_code(Context &context, CodeFor whom) {
    if (!context.options.upc || !context.unit) return std::string(context.source.text());
    const LoweredUnit unit = lower_translation_unit(context);
    if (whom == CodeFor::back_end) return emit_translation_unit(context, unit);
    return emit_readable_unit(context, unit, whom == CodeFor::readers ? LineMarkers::exact : LineMarkers::none);
}

Translated translate(TranslateJob &&job, const CommandLine &line, Generated &result, std::string &report) {
    Source source(std::move(job.text), job.file, job.options.upc);
    Diagnostics diags(source);
    diags.set_output(output_of(line));
    if (job.options.c23) source.use_c23();
    source.lex(diags);
    Context context(source, diags, job.options);
    parse_translation_unit(context);
    if (context.misses_extensions && job.may_ask) return Translated::wants_extensions;
    diags.flush();
    if (diags.errors() && job.action != Action::dump_tree) return Translated::with_errors;
    // First, as lowering changes the tree.
    if (job.options.upc && !line.messages.no_warnings) result.elision = elide_translation_unit(context);
    if (job.action == Action::dump_tree)
        result.code = dump_translation_unit(context);
    else
        result.code = generated_code(context, code_wanted(line));
    result.carries_vectors = context.carries_vectors;
    report += context.report;
    diags.flush();
    return diags.errors() ? Translated::with_errors : Translated::good;
}

} // namespace polder::cc
