struct s;
extern shared struct s x;
shared struct s y = {0}; // error: shared object has incomplete type 'shared struct s'
shared int unknown[]; // error: shared object has incomplete type 'shared int []'
shared int known[];
shared int known[10 * THREADS];
extern shared int elsewhere[];
