// Private data that several files of the program define and point to.
#ifndef DATA_H
#define DATA_H
struct pack {
    struct pack *next;
    int *value;
};
extern int counter;
extern int table[5];
extern int other_table[];
extern struct pack first, second;
extern int (*callback)(int);
void other_change(int me);
int other_hidden(void);
int other_sees_table(int i);
#endif
