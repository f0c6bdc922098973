// Alias versioning, writing: where the regions are, the test, the function with `restrict`
// parameters and its call (alias_versioning.h).
#include "compiler/lower/runs/alias_versioning.h"

namespace polder::cc {

namespace {

std::string times(long factor, const std::string &what) {
    return factor == 1 ? what : std::to_string(factor) + "L * " + what;
}

} // namespace

std::string AliasVersioning::pointer(const Region &r, const std::string &name) const {
    return (r.written ? "" : "const ") + print(r.type) + " *" + name;
}

Node *AliasVersioning::declare(unsigned copies) {
    copies_ = copies;
    Composer out(ctx);
    for (size_t i = 0; i < region_places_.size(); ++i) {
        const Region &r = found_.regions()[i];
        for (unsigned copy = 0; copy < (r.moved || r.of_head ? copies : 1); ++copy) {
            region_places_[i].push_back(fresh("start"));
            out.text(pointer(r, region_places_[i].back()) + "; ");
        }
    }
    for (size_t i = 0; i < captured_places_.size(); ++i) {
        const Captured &c = found_.captured()[i];
        for (unsigned copy = 0; c.of_head && copy < copies; ++copy) {
            captured_places_[i].push_back(fresh("held"));
            out.text(plain_type(c.name->type) + " " + captured_places_[i].back() + "; ");
        }
    }
    return out.finish();
}

Node *AliasVersioning::assign(unsigned copy, const LowerContext &at) {
    Lowering ahead(at);
    Composer out(ctx);
    for (size_t i = 0; i < region_places_.size(); ++i) {
        const Region &r = found_.regions()[i];
        if (copy < region_places_[i].size())
            out.text(region_places_[i][copy] + " = (" + pointer(r, "") + ")&").node(ahead.value(r.sample)).text("; ");
    }
    for (size_t i = 0; i < captured_places_.size(); ++i) {
        const Captured &c = found_.captured()[i];
        if (c.of_head) out.text(captured_places_[i][copy] + " = ").node(ahead.value(c.name)).text("; ");
    }
    return out.finish();
}

std::string AliasVersioning::tests(const std::string &n) const {
    struct Range {
        std::string low;
        std::string end;
        const Region *of;
    };
    std::vector<Range> ranges;
    for (size_t i = 0; i < region_places_.size(); ++i) {
        const Region &r = found_.regions()[i];
        const std::string reach = r.stride ? " + " + std::to_string(r.stride) + "L * (" + n + " - 1)" : "";
        for (const std::string &place : region_places_[i]) {
            const std::string low = "(" + abi::ga + ")(" + place + " + (" + std::to_string(r.least) + ")";
            const std::string end = "(" + abi::ga + ")(" + place + " + (" + std::to_string(r.most + 1) + ")";
            ranges.push_back({low + (r.stride < 0 ? reach : "") + ")", end + (r.stride > 0 ? reach : "") + ")", &r});
        }
    }
    std::string text;
    for (size_t i = 0; i < ranges.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            if ((ranges[i].of->written || ranges[j].of->written) && !ranges[i].of->strided && !ranges[j].of->strided &&
                (ranges[i].of == ranges[j].of || !found_.is_known(*ranges[i].of, *ranges[j].of)))
                text += " & " + abi::disjoint + "(" + ranges[i].low + ", " + ranges[i].end + ", " + ranges[j].low +
                        ", " + ranges[j].end + ")";
    return text;
}

/// The body as it is in the function, for a copy; k: the number of the iteration.
Node *AliasVersioning::copy_body(Stmt *body, unsigned copy, const std::string &k) {
    StandIns stand_ins(in.stand_ins);
    ResolvedPlaces places(in.places);
    KnownValues values(in.values);
    const auto stands = [&](const VarDecl *v, const std::string &text) {
        stand_ins.set(canonical(const_cast<VarDecl *>(v)), text);
    };
    stands(loop_.variable, "((" + plain_type(loop_.variable->type) + ")(polder_first + " + times(loop_.step, k) + "))");
    if (outer_)
        stands(outer_->variable, "((" + plain_type(outer_->variable->type) + ")(polder_outer + " +
                                     std::to_string(outer_->step * static_cast<long>(copy)) + "))");
    size_t number = 0;
    for (const Region &r : found_.regions()) {
        const bool shared = region_places_[number].size() <= 1;
        const std::string name = "polder_r" + std::to_string(number++) + "_" + std::to_string(shared ? 0 : copy);
        for (const auto &[member, from] : r.members)
            places.set(member, {.name = name + "[" + (r.stride ? times(r.stride, k) + " + " : "") + "(" +
                                        std::to_string(from) + ")]",
                                .ready = true});
    }
    number = 0;
    for (const Captured &c : found_.captured()) {
        const std::string name = "polder_u" + std::to_string(number++) + "_" + std::to_string(c.of_head ? copy : 0);
        if (c.variable) stands(c.variable, name);
        for (const Expr *each : c.occurrences)
            values.set(each, name);
    }
    LowerContext inside = in;
    inside.stand_ins = &stand_ins;
    inside.places = &places;
    inside.values = &values;
    return Lowering(inside).node(body);
}

Node *AliasVersioning::call(Stmt *body, const std::string &n) {
    const auto &regions = found_.regions();
    const auto &captured = found_.captured();
    const std::string name = unit.names.numbered("loop");
    const std::string unused = " __attribute__((unused))";
    const std::string k = "polder_k";
    Composer function(ctx);
    Composer arguments(ctx);
    function.text("static __inline__ __attribute__((always_inline)) void " + name + "(const " + abi::env + " polder_e" +
                  unused + ", const long polder_n, const long polder_first" + unused);
    arguments.text(name + "(" + env() + ", " + n + ", (long)" + std::string(source_name(loop_.variable)));
    if (outer_) {
        function.text(", const long polder_outer" + unused);
        arguments.text(", (long)" + std::string(source_name(outer_->variable)));
    }
    for (size_t i = 0; i < regions.size(); ++i)
        for (size_t copy = 0; copy < region_places_[i].size() && !regions[i].of_head; ++copy) {
            function.text(", " + pointer(regions[i], "__restrict__ polder_r") + std::to_string(i) + "_" +
                          std::to_string(copy));
            arguments.text(", " + region_places_[i][copy]);
        }
    std::string before;
    std::string after;
    std::string steps;
    for (size_t i = 0; i < regions.size(); ++i)
        if (const StridedPointer *w = regions[i].strided) {
            const std::string number = std::to_string(i);
            const std::string r = "polder_r" + number + "_0";
            function.text(", const " + abi::stride + " polder_v" + number + ", " + abi::ga + " *polder_a" + number);
            arguments.text(", " + w->by + ", &" + w->name);
            steps += ", " + r + " = (" + pointer(regions[i], "") + ")" + abi::stride_step_pointer + "(polder_v" +
                     number + ", " + r + ")";
            after += " *polder_a" + number + " = (" + abi::ga + ")" + r + ";";
        }
    for (size_t i = 0; i < captured.size(); ++i) {
        const Captured &c = captured[i];
        const std::string type = plain_type(c.name->type);
        const std::string own = "polder_u" + std::to_string(i) + "_";
        for (size_t copy = 0; copy < (c.of_head ? copies_ : 1); ++copy)
            function.text(", " + (c.written ? type + " *polder_w" + std::to_string(i)
                                            : "const " + type + " " + own + std::to_string(copy)));
        for (const std::string &place : captured_places_[i])
            arguments.text(", " + place);
        if (!c.of_head) arguments.text(c.written ? ", &" : ", ").node(value(c.name));
        if (c.written) {
            before += type + " " + own + "0 = *polder_w" + std::to_string(i) + "; ";
            after += " *polder_w" + std::to_string(i) + " = " + own + "0;";
        }
    }
    function.text(") { " + before + "for (long polder_k = 0; polder_k < polder_n; polder_k++" + steps + ") { ");
    for (unsigned copy = 0; copy < copies_; ++copy)
        function.node(copy_body(body, copy, k)).text(" ");
    function.text("}" + after + " }\n");
    auto *whole = static_cast<SyntheticExpr *>(function.finish());
    whole->range = body->range;
    whole->has_place = true;
    in.function->before.push_back(whole);
    arguments.text(");");
    return arguments.finish();
}

} // namespace polder::cc
