// sanitize: not thread (gcc's OpenMP library is not instrumented)
// flags: -fopenmp
// env: OMP_NUM_THREADS=3
// requires: openmp
// Private data of static storage duration in OpenMP's data clauses: every clause, scalars and
// arrays, in the function of the parallel region and in one called from it; threadprivate, copyin,
// tasks, loops counted by static variables, nested regions. Each UPC thread gets its own results.
#include "check.h"
#include <omp.h>

static int sum, last, step = 7, i, j;
static long product = 1;
static int histogram[4], table[2][3];
static int each = 5;
#pragma omp threadprivate(each)
int visible;                       // external linkage
static struct pair { int a, b; } pair = {1, 2};

// called by all threads of a region: the loop is shared out among them
static void add_up(int n)
{
#pragma omp for reduction(+ : sum, histogram[0 : 4]) reduction(* : product) schedule(static, 1)
    for (int k = 0; k < n; k++) {
        sum += k;
        histogram[k % 4] += MYTHREAD + 1;
        if (k < 4) product *= k + 1;
    }
}

static void in_two_sections(void)
{
#pragma omp sections reduction(+ : visible) firstprivate(step)
    {
#pragma omp section
        visible += step;
#pragma omp section
        visible += 2 * step;
    }
}

static int count_tasks(int n)
{
    static int done;
    done = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : done)
    for (int k = 0; k < n; k++) {
#pragma omp task in_reduction(+ : done) firstprivate(k)
        done += k;
    }
    return done;
}

static void use_every_clause(int me)
{
#pragma omp parallel
    add_up(10);
    CHECK_EQ(sum, 45);
    CHECK_EQ(product, 24);
    CHECK_EQ(histogram[0], 3 * (me + 1));
    CHECK_EQ(histogram[3], 2 * (me + 1));
    add_up(5); // and by one thread alone
    CHECK_EQ(sum, 55);
#pragma omp parallel
    in_two_sections();
    CHECK_EQ(visible, 21);
    CHECK_EQ(step, 7);

    sum = me;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int k = 0; k < 10; k++) sum += k;
#pragma omp single
        CHECK_EQ(sum, 45 + me); // all see it, still in the region
#pragma omp for lastprivate(last) firstprivate(step)
        for (int k = 0; k < 10; k++) last = k + step + me;
    }
    CHECK_EQ(sum, 45 + me);
    CHECK_EQ(last, 16 + me);

#pragma omp parallel for reduction(+ : histogram)
    for (int k = 0; k < 8; k++) histogram[k % 4] = histogram[k % 4] + k;
#pragma omp parallel for reduction(max : table[ : 2][0 : 3])
    for (int k = 0; k < 60; k++)
        if (table[k / 3 % 2][k % 3] < k + me) table[k / 3 % 2][k % 3] = k + me;
    for (int k = 0; k < 6; k++) CHECK_EQ(table[k / 3][k % 3], 54 + k + me);

#pragma omp parallel firstprivate(pair, histogram) private(sum)
    {
        sum = omp_get_thread_num();
        pair.a += sum;
        histogram[0] = sum;
        CHECK(pair.b == 2 && pair.a == 1 + sum && histogram[0] == sum);
    }
    CHECK(pair.a == 1 && sum == 45 + me);
    CHECK_EQ(count_tasks(20), 190);
}

static void count_with_statics(int me)
{
    int cells[6][4] = {{0}}, wrong = 0;
#pragma omp parallel for collapse(2)
    for (i = 0; i < 6; i++)
        for (j = 0; j < 4; j++) cells[i][j] = 10 * i + j + me;
    for (i = 0; i < 6; i++)
        for (j = 0; j < 4; j++) wrong += cells[i][j] != 10 * i + j + me;
#pragma omp simd reduction(+ : sum)
    for (i = 0; i < 6; i++) sum += cells[i][0];
    CHECK_EQ(i, 6);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(sum, 45 + 150 + 7 * me);
}

static void keep_for_each(int me)
{
    each = 10 * me;
#pragma omp parallel copyin(each)
    {
        CHECK_EQ(each, 10 * me);
        each += omp_get_thread_num();
    }
    CHECK_EQ(each, 10 * me);
#pragma omp parallel
    CHECK_EQ(each, 10 * me + omp_get_thread_num());
}

static int nested(int me)
{
    static int inner;
    inner = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : inner)
    {
        int mine = 0;
#pragma omp parallel for num_threads(2) reduction(+ : mine)
        for (int k = 0; k < 10; k++) mine += MYTHREAD == me;
        inner += mine;
    }
    return inner;
}

int main(void)
{
    use_every_clause(MYTHREAD);
    count_with_statics(MYTHREAD);
    keep_for_each(MYTHREAD);
    const int all = nested(MYTHREAD);
    CHECK(all == 10 || all == 20); // one or two teams
    PASS();
    return 0;
}
