// Divides the units of a machine over threads.
#include "tools/run/local/place.h"

#include <algorithm>
#include <span>

namespace polder::run {

namespace {

using locality::absent;
using locality::Machine;
using locality::Unit;
using Units = std::span<const Unit>;

cpu_set_t set_of(Units units) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const Unit &unit : units)
        CPU_SET(static_cast<unsigned>(unit.number), &set);
    return set;
}

// Neighbours on the same object of the level, in order. A level that the machine lacks: pieces of
// one unit for cores, else one piece of all.
std::vector<Units> pieces_of(Units units, unsigned level) {
    std::vector<Units> pieces;
    for (std::size_t begin = 0, end; begin < units.size(); begin = end) {
        const std::int16_t object = units[begin].object[level];
        const bool alone = object == absent && level == POLDER_LEVEL_CORE;
        for (end = begin + 1; end < units.size() && !alone && units[end].object[level] == object;)
            ++end;
        pieces.push_back(units.subspan(begin, end - begin));
    }
    return pieces;
}

// Of `parts` equal parts of a whole of `size`, where the one begins; the last ends at `size`.
std::size_t part_begin(std::size_t part, std::size_t size, std::size_t parts) {
    return part * size / parts;
}

// ---- share ----

void share(Units units, unsigned level, std::span<cpu_set_t> threads);

// Fewer threads than pieces: each has neighbours among the pieces.
void share_pieces(std::span<const Units> pieces, std::span<cpu_set_t> threads) {
    for (std::size_t t = 0; t < threads.size(); ++t) {
        const std::size_t first = part_begin(t, pieces.size(), threads.size());
        const std::size_t last = part_begin(t + 1, pieces.size(), threads.size()) - 1;
        threads[t] = set_of({pieces[first].data(), pieces[last].data() + pieces[last].size()});
    }
}

// More threads than pieces: each piece takes as many as its units are a part of all, rounded over
// the pieces so far. So no piece has more threads than units.
void share_among(std::span<const Units> pieces, std::size_t size, unsigned level, std::span<cpu_set_t> threads) {
    std::size_t before = 0;
    std::size_t taken = 0;
    for (const Units &piece : pieces) {
        before += piece.size();
        const std::size_t due = (before * threads.size() + size / 2) / size;
        if (due > taken) share(piece, level, threads.subspan(taken, due - taken));
        taken = due;
    }
}

void share(Units units, unsigned level, std::span<cpu_set_t> threads) {
    if (threads.size() == 1 || level == POLDER_LEVEL_PU) {
        for (std::size_t t = 0; t < threads.size(); ++t)
            threads[t] = set_of(threads.size() == 1 ? units : units.subspan(t, 1));
        return;
    }
    const std::vector<Units> pieces = pieces_of(units, level);
    if (threads.size() <= pieces.size())
        share_pieces(pieces, threads);
    else
        share_among(pieces, units.size(), level - 1, threads);
}

// ---- a level ----

unsigned level_of(Bind bind) {
    switch (bind) {
    case Bind::package: return POLDER_LEVEL_PACKAGE;
    case Bind::numa: return POLDER_LEVEL_NUMA;
    case Bind::l3: return POLDER_LEVEL_L3;
    case Bind::core: return POLDER_LEVEL_CORE;
    default: return POLDER_LEVEL_PU;
    }
}

// The thread's unit: the first one of a core of its own, or, if cores do not suffice, one of all.
const Unit &own_unit(Units units, std::span<const Units> cores, unsigned thread, const PlaceWish &wish) {
    const bool by_unit = wish.threads > cores.size() || (wish.pack && wish.bind == Bind::pu);
    const std::size_t size = by_unit ? units.size() : cores.size();
    const bool in_turn = wish.pack && wish.threads <= size;
    const std::size_t at = in_turn ? thread : part_begin(thread, size, wish.threads);
    return by_unit ? units[at] : cores[at].front();
}

cpu_set_t units_beside(Units units, const Unit &unit, unsigned level) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const Unit &other : units)
        if (other.object[level] == unit.object[level]) CPU_SET(static_cast<unsigned>(other.number), &set);
    return set;
}

// The object of the level around the unit; else the smallest of a larger level.
cpu_set_t object_around(Units units, const Unit &unit, unsigned level) {
    if (unit.object[level] != absent) return units_beside(units, unit, level);
    cpu_set_t smallest = set_of(units);
    while (++level < locality::machine_levels) { // a level that is absent, too, has all units
        const cpu_set_t object = units_beside(units, unit, level);
        if (CPU_COUNT(&object) < CPU_COUNT(&smallest)) smallest = object;
    }
    return smallest;
}

std::vector<Unit> usable_units(const Machine &machine, const cpu_set_t &usable) {
    std::vector<Unit> units;
    for (const Unit &unit : std::span(machine.unit, machine.units))
        if (CPU_ISSET(static_cast<unsigned>(unit.number), &usable)) units.push_back(unit);
    return units;
}

} // namespace

std::vector<cpu_set_t> place_on(const Machine &machine, const cpu_set_t &usable, const PlaceWish &wish) {
    const std::vector<Unit> units = usable_units(machine, usable);
    const bool large = wish.bind == Bind::package || wish.bind == Bind::numa || wish.bind == Bind::l3;
    const bool crowded = wish.threads > std::min<std::size_t>(wish.most, units.size());
    if (units.empty() || wish.bind == Bind::none || (crowded && !large)) return {};
    std::vector<cpu_set_t> sets(wish.threads);
    if (wish.bind == Bind::share && !wish.pack) {
        share(units, POLDER_LEVEL_PACKAGE, sets);
        return sets;
    }
    PlaceWish each = wish;
    if (wish.bind == Bind::share) each.bind = Bind::core; // packed: each has one core
    const std::vector<Units> cores = pieces_of(units, POLDER_LEVEL_CORE);
    const unsigned level = level_of(wish.threads > cores.size() && !large ? Bind::pu : each.bind);
    for (unsigned t = 0; t < wish.threads; ++t)
        sets[t] = object_around(units, own_unit(units, cores, t, each), level);
    return sets;
}

} // namespace polder::run
