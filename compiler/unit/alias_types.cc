// Types are compared as C 6.5p7 does. What C compilers do not use of it counts as overlapping.
#include "compiler/unit/alias_types.h"

#include <algorithm>

namespace polder::cc {

namespace {

bool is_characters(const TypeTable &types, QualType type) {
    const TypeKind kind = types.kind(type);
    return kind == TypeKind::char_ || kind == TypeKind::schar || kind == TypeKind::uchar;
}

} // namespace

/// Can a store to an lvalue of the first type change what is read as the second one, a scalar?
bool AliasTypes::may_alias(QualType stored, QualType read) const {
    stored = types_.canonical(types_.unshared(stored));
    if (types_.is_array(stored)) return may_alias(types_.ultimate_element(stored), read);
    if (types_.is_record(stored)) {
        const RecordDecl *record = types_.get(stored).record;
        return !record->complete || std::any_of(record->fields.begin(), record->fields.end(),
                                                [&](const FieldDecl *f) { return may_alias(f->type, read); });
    }
    if (types_.is_vector(stored) || !types_.is_scalar(stored) || is_characters(types_, stored)) return true;
    if (types_.is_integer(stored) != types_.is_integer(read) || types_.is_pointer(stored) != types_.is_pointer(read))
        return false;
    if (types_.is_pointer(stored)) return types_.is_pointer_to_shared(stored) == types_.is_pointer_to_shared(read);
    return !types_.is_integer(stored) || types_.size_of(stored) == types_.size_of(read);
}

/// Can it change an object of the second type, or a part of that object?
bool AliasTypes::may_alias_part(QualType stored, QualType object) const {
    object = types_.canonical(object);
    if (types_.is_array(object)) return may_alias_part(stored, types_.ultimate_element(object));
    if (!types_.is_record(object)) return !types_.is_scalar(object) || may_alias(stored, object);
    const RecordDecl *record = types_.get(object).record;
    return !record->complete || std::any_of(record->fields.begin(), record->fields.end(),
                                            [&](const FieldDecl *f) { return may_alias_part(stored, f->type); });
}

bool AliasTypes::has_rule() {
    return ctx_.options.strict_aliasing && !are_named();
}

/// Those of system headers are vectors.
bool AliasTypes::are_named() {
    if (named_ < 0) {
        named_ = 0;
        const auto &tokens = ctx_.source.tokens();
        for (size_t i = 0; i < tokens.size() && !named_; ++i)
            if (tokens[i].name != Name::none && !(tokens[i].flags & Token::in_system_header)) {
                const std::string_view name = ctx_.source.name(tokens[i].name);
                named_ = name == "may_alias" || name == "__may_alias__";
            }
    }
    return named_ > 0;
}

} // namespace polder::cc
