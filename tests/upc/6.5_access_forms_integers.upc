// crowd: long (each of its many operations waits for processes that share cores)
// 6.5.1, 6.5.2: every form of access to shared objects of every integer type, in every layout that
// its size can matter in (access_forms.h).
#include "check.h"
#include <complex.h>

enum colour { red, green, blue = 77 };

#define T signed char
#define NAME schar
#define KIND 2
#include "access_forms.h"
#define T unsigned char
#define NAME uchar
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T char
#define NAME plain
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T short
#define NAME short
#define KIND 2
#include "access_forms.h"
#define T unsigned short
#define NAME ushort
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T int
#define NAME int
#define KIND 2
#include "access_forms.h"
#define T unsigned
#define NAME uint
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T long
#define NAME long
#define KIND 2
#include "access_forms.h"
#define T unsigned long
#define NAME ulong
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T long long
#define NAME llong
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T unsigned long long
#define NAME ullong
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"
#define T __int128
#define NAME int128
#define KIND 2
#include "access_forms.h"
#define T enum colour
#define NAME colour
#define KIND 2
#define SAME_SIZE
#include "access_forms.h"

int main(void)
{
    check_schar();
    check_uchar();
    check_plain();
    check_short();
    check_ushort();
    check_int();
    check_uint();
    check_long();
    check_ulong();
    check_llong();
    check_ullong();
    check_int128();
    check_colour();
    PASS();
}
