struct s {
    int x;
};
void f(void) {
    (void)(shared struct s){1}; // error: compound literal of shared type 'shared struct s'
}
