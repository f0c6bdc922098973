// crowd: long (each of its many operations waits for processes that share cores)
// 6.5.1, 6.5.2: every form of access to shared objects of every floating and complex type, in every
// layout (access_forms.h).
#include "check.h"
#include <complex.h>

#define T float
#define NAME float
#define KIND 1
#include "access_forms.h"
#define T double
#define NAME double
#define KIND 1
#include "access_forms.h"
#define T long double
#define NAME ldouble
#define KIND 1
#include "access_forms.h"
#define T float complex
#define NAME cfloat
#define KIND 0
#include "access_forms.h"
#define T double complex
#define NAME cdouble
#define KIND 0
#include "access_forms.h"
#define T long double complex
#define NAME cldouble
#define KIND 0
#include "access_forms.h"

int main(void)
{
    check_float();
    check_double();
    check_ldouble();
    check_cfloat();
    check_cdouble();
    check_cldouble();
    PASS();
}
