// What calls_others.upc calls in C++.
#include <algorithm>

extern "C" void sort_values(double *first, int count)
{
    std::sort(first, first + count);
}
