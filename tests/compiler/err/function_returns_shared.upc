shared int f(void); // error: function returns shared type 'shared int'; return a pointer to shared or an unshared value
shared int *g(void);
typedef shared double h(void); // error: function returns shared type 'shared double'; return a pointer to shared or an unshared value
