int f(void)
{
    int counter = 0;
    return coutner; // error: 'coutner' undeclared // note: did you mean 'counter'?
}
