shared int x;
shared int x;
shared int x = 3;
shared int x = 4; // error: redefinition of shared 'x'
shared [] int a[2] = {1, 2};
extern shared [] int a[2];
shared [] int a[2] = {3}; // error: redefinition of shared 'a'
void f(void)
{
    static shared int x = 5;
    {
        static shared int x = 6;
    }
}
