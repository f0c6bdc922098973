// 6.5.1.1p6: no layout qualifier on the referenced type of a pointer to void.
shared [4] void *p; // error: layout qualifier on a pointer to shared void
shared [] void *q; // error: layout qualifier on a pointer to shared void
shared void *r;
