// golden: Arrays in OpenMP's data clauses: the body uses what stands in for them, not the thread's copy that other workers see.
// flags: -fopenmp
static int histogram[4], own[2];

void add_up(int n)
{
#pragma omp for reduction(+ : histogram[0 : 4])
    for (int k = 0; k < n; k++) histogram[k % 4] += k;
}

void change_copies(void)
{
#pragma omp parallel firstprivate(own)
    own[0] = 1;
}
