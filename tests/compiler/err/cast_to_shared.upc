void f(int x) {
    (void)(shared int)x; // error: cast to shared type 'shared int'
}
