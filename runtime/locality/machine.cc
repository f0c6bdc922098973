// Sorting the units of a machine and numbering its objects.
#include "runtime/locality/machine.h"

#include <algorithm>
#include <cstdlib>

namespace polder::locality {

namespace {

int compare_units(const void *left, const void *right) {
    const Unit &a = *static_cast<const Unit *>(left);
    const Unit &b = *static_cast<const Unit *>(right);
    for (unsigned level = machine_levels; level-- > 0;)
        if (a.object[level] != b.object[level]) return a.object[level] < b.object[level] ? -1 : 1;
    return a.number - b.number;
}

void number_level(Machine &machine, unsigned level) {
    std::int16_t numbers[most_units];
    std::fill(numbers, numbers + most_units, absent);
    std::int16_t &count = machine.count[level];
    count = 0;
    for (unsigned u = 0; u < machine.units; ++u) {
        std::int16_t &object = machine.unit[u].object[level];
        if (object == absent) continue;
        if (numbers[object] == absent) numbers[object] = count++;
        object = numbers[object];
    }
}

} // namespace

bool Machine::add(unsigned number) {
    if (number >= most_units || units == most_units) return false;
    Unit &added = unit[units++];
    added.number = static_cast<std::int16_t>(number);
    added.domain = absent;
    std::fill(added.object, added.object + machine_levels, absent);
    added.object[POLDER_LEVEL_PU] = added.number;
    return true;
}

void machine_number(Machine &machine) {
    std::qsort(machine.unit, machine.units, sizeof(Unit), compare_units);
    for (unsigned level = 0; level < machine_levels; ++level)
        number_level(machine, level);
}

} // namespace polder::locality
