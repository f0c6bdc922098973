struct s;
extern shared struct s x;
shared struct s y = {0}; // error: shared object has incomplete type 'shared struct s'
