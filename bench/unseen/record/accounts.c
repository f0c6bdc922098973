/* Transfers between accounts, a lock each: the twin of accounts.upc. */
#include <omp.h>

#include "../unseen.h"

struct account {
    long balance;
    int in, out; /* transfers */
};

int accounts, transfers;
struct account *account;
omp_lock_t *lock;

void transfer(int from, int to, long amount)
{
    int first = from < to ? from : to;
    int second = from < to ? to : from;

    omp_set_lock(&lock[first]);
    omp_set_lock(&lock[second]);
    account[from].balance -= amount;
    account[from].out++;
    account[to].balance += amount;
    account[to].in++;
    omp_unset_lock(&lock[second]);
    omp_unset_lock(&lock[first]);
}

int main(int argc, char **argv)
{
    int i, from, to;
    unsigned r;
    double start, end, sum = 0;

    accounts = unseen_size(argc, argv, 1, 1000);
    transfers = unseen_size(argc, argv, 2, 200000);
    account = malloc(accounts * sizeof(struct account));
    lock = malloc(accounts * sizeof(omp_lock_t));
    for (i = 0; i < accounts; i++) {
        account[i].balance = 1000;
        account[i].in = account[i].out = 0;
        omp_init_lock(&lock[i]);
    }
    start = unseen_clock();
#pragma omp parallel for private(r, from, to)
    for (i = 0; i < transfers; i++) {
        r = i * 1103515245u + 12345u;
        from = (r >> 8) % accounts;
        to = (r >> 4) % (accounts - 1);
        if (to >= from) to++;
        transfer(from, to, r % 100);
    }
    end = unseen_clock();
    for (i = 0; i < accounts; i++)
        sum += (double)account[i].balance * (i % 7 + 1) + account[i].in - 2 * account[i].out;
    unseen_print("accounts", end - start, sum);
    return 0;
}
