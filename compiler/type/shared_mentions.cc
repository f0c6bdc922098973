// A walk through the parts of a type (shared_mentions.h).
#include "compiler/type/shared_mentions.h"

#include "compiler/ast/decl.h"

#include <algorithm>

namespace polder::cc {

SharedMentions::Answer &SharedMentions::at(uint32_t index) {
    if (index >= answers_.size()) answers_.resize(std::max<size_t>(index + 1, answers_.size() * 2));
    return answers_[index];
}

bool SharedMentions::are_in(const TypeNodes &types, QualType q) {
    ++question_;
    visited_.clear();
    open_ = false;
    if (visit(types, q)) return true;
    for (const uint32_t i : visited_) { // everything that was reached has none
        answers_[i].kind = Answer::no;
        answers_[i].until = open_ ? completed_ : 0;
    }
    return false;
}

// Records may be recursive: a type that is on the way already counts as no, its own visit decides.
bool SharedMentions::visit(const TypeNodes &types, QualType q) {
    const QualType canonical = types.canonical(q);
    Answer &known = at(canonical.index());
    if (known.kind == Answer::yes) return true;
    if (known.kind == Answer::no && (known.until == 0 || known.until == completed_)) {
        open_ |= known.until != 0;
        return false;
    }
    if (known.visited == question_) return false;
    known.visited = question_;
    visited_.push_back(canonical.index());
    if (!visit_parts(types, types[canonical])) return false;
    at(canonical.index()).kind = Answer::yes; // the visit may have moved the answers
    return true;
}

bool SharedMentions::visit_parts(const TypeNodes &types, const Type &type) {
    switch (type.kind) {
    case TypeKind::shared: return true;
    case TypeKind::pointer:
    case TypeKind::array: return visit(types, type.element);
    case TypeKind::function:
        return visit(types, type.element) || std::any_of(type.params.begin(), type.params.end(),
                                                         [&](const Param &p) { return visit(types, p.type); });
    case TypeKind::record:
        open_ |= !type.record->complete;
        return std::any_of(type.record->fields.begin(), type.record->fields.end(),
                           [&](const auto *field) { return visit(types, field->type); });
    default: return false;
    }
}

} // namespace polder::cc
