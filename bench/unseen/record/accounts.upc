/* Transfers between accounts. Each account has a lock; of two locks the one of the lower account is
 * taken first. */
#include <upc_relaxed.h>

#include "../unseen.h"

struct account {
    long balance;
    int in, out; /* transfers */
};

int accounts, transfers;
shared struct account *account;
upc_lock_t *shared *lock;

void transfer(int from, int to, long amount)
{
    int first = from < to ? from : to;
    int second = from < to ? to : from;

    upc_lock(lock[first]);
    upc_lock(lock[second]);
    account[from].balance -= amount;
    account[from].out++;
    account[to].balance += amount;
    account[to].in++;
    upc_unlock(lock[second]);
    upc_unlock(lock[first]);
}

int main(int argc, char **argv)
{
    int i, from, to;
    unsigned r;
    double start, end, sum = 0;

    accounts = unseen_size(argc, argv, 1, 1000);
    transfers = unseen_size(argc, argv, 2, 200000);
    account = upc_all_alloc(accounts, sizeof(struct account));
    lock = upc_all_alloc(accounts, sizeof(upc_lock_t *));
    upc_forall (i = 0; i < accounts; i++; i) {
        account[i].balance = 1000;
        account[i].in = account[i].out = 0;
        lock[i] = upc_global_lock_alloc();
    }
    upc_barrier;
    start = unseen_clock();
    upc_forall (i = 0; i < transfers; i++; i) {
        r = i * 1103515245u + 12345u;
        from = (r >> 8) % accounts;
        to = (r >> 4) % (accounts - 1);
        if (to >= from) to++;
        transfer(from, to, r % 100);
    }
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < accounts; i++)
            sum += (double)account[i].balance * (i % 7 + 1) + account[i].in - 2 * account[i].out;
        unseen_print("accounts", end - start, sum);
    }
    return 0;
}
