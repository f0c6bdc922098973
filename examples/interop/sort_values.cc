#include <algorithm>

extern "C" void sort_values(double *first, int count)
{
    std::sort(first, first + count);
}
