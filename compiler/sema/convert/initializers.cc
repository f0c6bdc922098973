// The walk over a braced list, with the current subobject as a path from the object.
#include "compiler/sema/convert/initializers.h"

#include "compiler/sema/fold.h"

namespace polder::cc {

namespace {

class InitWalker {
public:
    InitWalker(SemaState &s, Conversions &conversions, VarDecl *owner)
        : s_(s), conversions_(conversions), types_(s.types) {
        if (owner && owner->is_static_storage && s.upc() && s.in_user_code(owner->where)) {
            leaves_ = &leaves_found_;
            all_ = shared_ = types_.is_shared(owner->type);
        }
    }

    void keep_leaves() { leaves_ = &leaves_found_; }

    /// A whole object with its initialiser; returns the completed type.
    QualType object(QualType type, Expr *&init);
    std::vector<InitLeaf> take_leaves() { return std::move(leaves_found_); }

private:
    struct Position { // of the current subobject
        uint64_t first = 0;
        uint64_t last = 0;
        FieldDecl *field = nullptr;
        bool via_anonymous = false; // the designated member lies in this anonymous one
        bool ok = true;
    };

    QualType stored(QualType t) const { return types_.is_shared(t) && !types_.is_array(t) ? types_.unshared(t) : t; }
    static Expr *&slot(InitList *list, size_t i) {
        DesignatedInit *d = as<DesignatedInit>(list->inits[i]);
        return d ? d->value : list->inits[i];
    }
    void aggregate(QualType type, InitList *list, size_t &i, bool braced, DesignatedInit *start, size_t level);
    void consume(QualType type, InitList *list, size_t &i);
    void leaf(QualType type, Expr *&e);
    bool is_string_for(QualType array, const Expr *e) const;
    Position designated(QualType type, Designator &d);
    uint64_t limit_of(QualType type) const;

    SemaState &s_;
    Conversions &conversions_;
    TypeTable &types_;
    std::vector<InitStep> path_;
    std::vector<InitLeaf> leaves_found_;
    std::vector<InitLeaf> *leaves_ = nullptr;
    bool all_ = false;
    bool shared_ = false; // the object is
    uint64_t extent_ = 0; // elements of the outermost array so far
    unsigned depth_ = 0;
};

bool is_plain_constant(const Expr *e) {
    for (;;) {
        if (const ImplicitCast *c = as<ImplicitCast>(e))
            e = c->operand;
        else if (const ParenExpr *p = as<ParenExpr>(e))
            e = p->inner;
        else if (const UnaryExpr *u = as<UnaryExpr>(e); u && u->op == UnaryOp::minus)
            e = u->operand;
        else
            break;
    }
    if (const NameExpr *n = as<NameExpr>(e)) return as<EnumeratorDecl>(n->decl) != nullptr;
    return as<Literal>(e) != nullptr;
}

bool InitWalker::is_string_for(QualType array, const Expr *e) const {
    if (!types_.is_array(array)) return false;
    e = without_parens(e);
    const Literal *l = as<Literal>(e);
    const NameExpr *n = as<NameExpr>(e); // __func__
    const bool text = (l && l->literal == LiteralKind::string) || (n && types_.is_array(n->type));
    if (!text) return false;
    const QualType element = types_.unshared(types_.element(array));
    return types_.is_integer(element) && types_.size_of(element) == types_.size_of(types_.element(e->type));
}

void InitWalker::leaf(QualType type, Expr *&e) {
    if (types_.is_array(type)) { // a string, or GNU's array from a compound literal
        if (as<CompoundLiteral>(without_parens(e))) e = conversions_.implicit(Conversion::lvalue_to_rvalue, e->type, e);
        if (leaves_ && (all_ || !is_plain_constant(e))) leaves_->push_back({e, type, path_});
        return;
    }
    type = stored(type);
    e = conversions_.rvalue(e);
    // Initial values of shared objects go out in another place; the back end's message would speak
    // of that.
    if (shared_ && types_.is_pointer(e->type) && types_.is_integer(type) && types_.kind(type) != TypeKind::bool_ &&
        !types_.is_pointer_to_shared(e->type)) {
        s_.report(DiagId::sema_incompatible_types, e->where, {s_.quoted(e->type), s_.quoted(type)}, e->range);
        e = s_.poison(e->range);
        return;
    }
    e = conversions_.assign_convert(e, type, AssignContext::initialisation, e->where);
    if (leaves_ && (all_ || !is_plain_constant(e))) leaves_->push_back({e, type, path_});
}

uint64_t InitWalker::limit_of(QualType type) const {
    const Type &t = types_.get(type);
    if (t.kind == TypeKind::array) return t.size == ArraySize::constant && !t.times_threads ? t.count : ~uint64_t(0);
    if (t.kind == TypeKind::vector) return t.count;
    const uint64_t n = t.record->slots.size();
    return t.record->is_union && n > 1 ? 1 : n;
}

InitWalker::Position InitWalker::designated(QualType type, Designator &d) {
    Position p;
    if (d.first) {
        __int128 a = 0;
        __int128 b = 0;
        d.first = conversions_.rvalue(d.first);
        p.ok = types_.is_array(type) && evaluate_integer(s_.ctx, d.first, a) && a >= 0;
        b = a;
        if (d.last) {
            d.last = conversions_.rvalue(d.last);
            p.ok = p.ok && evaluate_integer(s_.ctx, d.last, b) && b >= a;
        }
        if (!p.ok && !types_.is_error(d.first->type))
            s_.report(DiagId::sema_bad_designator, d.range.first, {s_.quoted(type)}, d.range);
        p.first = uint64_t(a);
        p.last = uint64_t(b);
        return p;
    }
    // `.name`, or GNU's old `name:`.
    const bool dotted = s_.source.tokens()[d.range.first].kind == Tok::dot;
    const TokenIndex token = d.range.first + (dotted ? 1 : 0);
    const Name name = s_.source.tokens()[token].name;
    std::vector<FieldDecl *> path;
    const Type &t = types_.get(type);
    if (t.kind != TypeKind::record || !s_.members.find(t.record, name, path)) {
        s_.report(DiagId::sema_no_member, token, {s_.quoted(type), s_.quoted(name)}, d.range);
        p.ok = false;
        return p;
    }
    d.field = path.back();
    p.field = path.front();
    p.via_anonymous = path.size() > 1;
    p.first = p.last = p.field->slot;
    return p;
}

void InitWalker::aggregate(QualType type, InitList *list, size_t &i, bool braced, DesignatedInit *start, size_t level) {
    type = stored(type);
    if (const TypeKind k = types_.kind(type); k != TypeKind::array && k != TypeKind::record && k != TypeKind::vector) {
        if (start && k != TypeKind::error)
            s_.report(DiagId::sema_bad_designator, start->range.first, {s_.quoted(type)}, start->range);
        i++;
        return;
    }
    const bool is_record = types_.kind(type) == TypeKind::record;
    const uint64_t limit = limit_of(type);
    const bool outermost = path_.empty();
    uint64_t position = 0;
    for (bool first = true; i < list->inits.size(); first = false) {
        DesignatedInit *d = first && start ? start : as<DesignatedInit>(list->inits[i]);
        const bool inherited = first && start;
        if (inherited && level >= start->designators.size())
            d = nullptr; // its designators are used up: the value begins here
        if (d && !inherited && !braced) return;
        const size_t before = i;
        if (!d && position >= limit) {
            if (!braced) return;
            Expr *&excess = list->inits[i++];
            if (!as<InitList>(excess)) excess = conversions_.rvalue(excess);
            continue;
        }
        Position at;
        const size_t which = inherited ? level : 0;
        if (d) {
            at = designated(type, d->designators[which]);
            if (!at.ok) {
                i++;
                continue;
            }
        } else {
            at.first = at.last = position;
            if (is_record) at.field = types_.get(type).record->slots[position];
        }
        const QualType part = is_record                                   ? at.field->type
                              : types_.get(type).kind == TypeKind::vector ? types_.get(type).element
                                                                          : types_.element(type);
        path_.push_back({at.field, at.first, at.last});
        if (d && (at.via_anonymous || which + 1 < d->designators.size()))
            aggregate(part, list, i, false, d, at.via_anonymous ? which : which + 1);
        else
            consume(part, list, i);
        path_.pop_back();
        position = is_record && types_.get(type).record->is_union ? limit : at.last + 1;
        if (outermost && !is_record && at.last + 1 > extent_) extent_ = at.last + 1;
        // Parts that are empty structures take no value: the next part may, but not the next
        // element, nor what a designator names.
        const bool takes_nothing = i == before && (d || types_.is_array(type));
        if (!braced && (takes_nothing || (i == before && position >= limit))) return;
        i += takes_nothing;
    }
}

void InitWalker::consume(QualType type, InitList *list, size_t &i) {
    Expr *&item = slot(list, i);
    const Type &t = types_.get(stored(type));
    if (as<InitList>(item)) {
        const uint64_t extent = extent_;
        object(type, item);
        extent_ = extent;
        i++;
        return;
    }
    const bool is_aggregate = t.kind == TypeKind::array || t.kind == TypeKind::record || t.kind == TypeKind::vector;
    const QualType given = item->type;
    bool whole = !is_aggregate || types_.is_error(given);
    if (t.kind == TypeKind::array)
        whole = is_string_for(type, item) || (as<CompoundLiteral>(without_parens(item)) && types_.is_array(given));
    else if (t.kind == TypeKind::record)
        whole = whole || types_.kind(types_.is_shared(given) ? types_.unshared(given) : given) == TypeKind::record;
    else if (t.kind == TypeKind::vector)
        whole = whole || types_.is_vector(given);
    if (t.kind == TypeKind::record && whole && !types_.is_error(given) && !types_.is_shared(given) &&
        types_.get(given).record != t.record && !t.record->is_union)
        whole = false; // the value initialises a member
    if (whole) {
        leaf(type, item);
        i++;
        return;
    }
    if ((t.kind == TypeKind::record && !t.record->complete) || depth_ > 200) {
        i++;
        return;
    }
    depth_++;
    DesignatedInit *d = as<DesignatedInit>(list->inits[i]);
    aggregate(type, list, i, false, d, d ? d->designators.size() : 0);
    depth_--;
}

QualType InitWalker::object(QualType type, Expr *&init) {
    InitList *list = as<InitList>(init);
    if (types_.is_error(type)) return type;
    const bool is_array = types_.is_array(type);
    if (list && is_array && list->inits.size() == 1 && is_string_for(type, list->inits[0])) {
        list->type = type;
        leaf(type, list->inits[0]);
        if (types_.is_complete(type)) return type;
        return types_.array_of(types_.element(type), types_.get(list->inits[0]->type).count);
    }
    if (!list) {
        leaf(type, init);
        if (is_array && !types_.is_complete(type) && types_.is_array(init->type) && types_.is_complete(init->type))
            return types_.array_of(types_.element(type), types_.get(init->type).count);
        return type;
    }
    list->type = type;
    const TypeKind kind = types_.kind(stored(type));
    if (kind != TypeKind::array && kind != TypeKind::record && kind != TypeKind::vector) {
        for (size_t i = 0; i < list->inits.size(); i++)
            if (i == 0) object(type, slot(list, i));
        return type;
    }
    if (kind == TypeKind::record && !types_.get(stored(type)).record->complete) return type;
    const std::vector<InitStep> outer = path_;
    extent_ = 0;
    size_t i = 0;
    const bool nested = !path_.empty();
    if (nested && is_array && !types_.is_complete(type)) { // flexible member: its size is not asked for
        aggregate(type, list, i, true, nullptr, 0);
        return type;
    }
    aggregate(type, list, i, true, nullptr, 0);
    if (is_array && !nested && types_.get(type).size == ArraySize::incomplete)
        return types_.array_of(types_.element(type), extent_);
    return type;
}

} // namespace

QualType Initializers::check_literal(CompoundLiteral *e, QualType type, Expr *&init) {
    InitWalker walker(state, conversions_, nullptr);
    if (e->file_scope && upc() && state.in_user_code(e->where)) walker.keep_leaves();
    const QualType result = walker.object(type, init);
    if (std::vector<InitLeaf> leaves = walker.take_leaves(); !leaves.empty()) ctx.literal_leaves[e] = std::move(leaves);
    return result;
}

QualType Initializers::check_object(QualType type, Expr *&init, VarDecl *owner, TokenIndex where) {
    if (types.is_shared(type) && !types.is_complete(types.unshared(types.ultimate_element(type)))) {
        report(DiagId::upc_shared_incomplete, where, {quoted(type)});
        return types.error();
    }
    InitWalker walker(state, conversions_, owner);
    const QualType result = walker.object(type, init);
    if (std::vector<InitLeaf> leaves = walker.take_leaves(); !leaves.empty())
        ctx.init_leaves[owner] = std::move(leaves);
    return result;
}

} // namespace polder::cc
