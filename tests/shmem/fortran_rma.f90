! OpenSHMEM 1.4, 9.5, 9.6 for Fortran: put and get by type, by size, strided, not blocking; symmetric
! are variables of modules, with SAVE, and in COMMON.
! requires: gfortran
! flags: -w -fcray-pointer
module symmetric
  implicit none
  integer :: ints(8) = 0, into(8) = 0
  real :: reals(8) = 0
  double precision :: doubles(8) = 0
  complex :: complexes(8) = 0
  logical :: logicals(8) = .false.
  character(len=16) :: text = ' '
end module symmetric

program fortran_rma
  use symmetric
  implicit none
  include 'shmem.fh'
  integer :: shmem_my_pe, shmem_n_pes
  integer, save :: differences = 0, all_differences = 0, work(1), sync(1) = SHMEM_SYNC_VALUE
  integer(8), save :: wide(6) = 0
  integer :: me, pes, to, from, i
  integer :: in_common(4)
  common /kept/ in_common
  integer :: own(8)
  integer(8) :: own_wide(6)
  real :: own_reals(8)
  double precision :: own_doubles(8)
  complex :: own_complexes(8)

  call shmem_init()
  me = shmem_my_pe()
  pes = shmem_n_pes()
  to = mod(me + 1, pes)
  from = mod(me + pes - 1, pes)
  in_common = 0
  own = (/ (100 * me + i, i = 1, 8) /)
  own_wide = own(1:6) * 1000000000_8
  own_reals = own
  own_doubles = own / 8d0
  own_complexes = cmplx(own, -own)
  call shmem_barrier_all()

  call shmem_integer_put(ints, own, 8, to)
  call shmem_put4(in_common, own, 4, to)
  call shmem_real_put(reals, own_reals, 8, to)
  call shmem_double_put(doubles, own_doubles, 8, to)
  call shmem_complex_put(complexes, own_complexes, 8, to)
  call shmem_logical_put(logicals, (/ (mod(i + me, 2) == 0, i = 1, 8) /), 8, to)
  call shmem_character_put(text, 'PE ' // char(ichar('0') + me), 4, to)
  call shmem_put64(wide, own_wide, 6, to)
  call shmem_barrier_all()
  call expect(all(ints == (/ (100 * from + i, i = 1, 8) /)), 'integer_put')
  call expect(all(in_common == ints(1:4)), 'put4')
  call expect(all(reals == ints), 'real_put')
  call expect(all(doubles == ints / 8d0), 'double_put')
  call expect(all(complexes == cmplx(ints, -ints)), 'complex_put')
  call expect(all(logicals .eqv. (/ (mod(i + from, 2) == 0, i = 1, 8) /)), 'logical_put')
  call expect(text == 'PE ' // char(ichar('0') + from), 'character_put')
  call expect(all(wide == ints(1:6) * 1000000000_8), 'put64')

  own = 0
  call shmem_integer_get(own, ints, 8, to)
  call expect(all(own == (/ (100 * me + i, i = 1, 8) /)), 'integer_get')
  own_wide = 0
  call shmem_get8(own_wide, wide, 6, to)
  call expect(all(own_wide == own(1:6) * 1000000000_8), 'get8')
  call shmem_getmem(own_wide, wide, 16, from)
  call expect(own_wide(1) == (100 * mod(from + pes - 1, pes) + 1) * 1000000000_8, 'getmem')
  own_complexes = 0
  call shmem_get64(own_complexes, complexes, 8, to)
  call expect(all(own_complexes == cmplx(own, -own)), 'get64')
  own_wide = 0
  call shmem_get128(own_wide, wide, 3, to)
  call expect(all(own_wide == own(1:6) * 1000000000_8), 'get128')
  call shmem_barrier_all()

  call shmem_integer_iput(into, own, 2, 1, 4, to)
  call shmem_double_iput(doubles, own_doubles, 1, 2, 4, to)
  call shmem_barrier_all()
  call expect(all(into(1:7:2) == (/ (100 * from + i, i = 1, 4) /)), 'integer_iput')
  call expect(all(into(2:8:2) == 0), 'integer_iput leaves the others')
  call expect(all(doubles(1:4) == (/ (100 * from + i, i = 1, 7, 2) /) / 8d0), 'double_iput')
  own = -1
  call shmem_iget4(own, ints, 1, 4, 2, to)
  call expect(all(own(1:2) == (/ 100 * me + 1, 100 * me + 5 /)) .and. own(3) == -1, 'iget4')
  call shmem_barrier_all()

  own = (/ (7 * me + i, i = 1, 8) /)
  call shmem_put32_nbi(ints, own, 4, to)
  call shmem_putmem_nbi(ints(5), own(5), 16, to)
  call shmem_quiet()
  call shmem_barrier_all()
  call expect(all(ints == (/ (7 * from + i, i = 1, 8) /)), 'put32_nbi, putmem_nbi')
  own = 0
  call shmem_integer_get_nbi(own, ints, 8, to)
  call shmem_quiet()
  call expect(all(own == (/ (7 * me + i, i = 1, 8) /)), 'integer_get_nbi')

  call shmem_int4_sum_to_all(all_differences, differences, 1, 0, 0, pes, work, sync)
  if (me == 0 .and. all_differences == 0) print '(a)', 'pass'
  call shmem_finalize()
contains
  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(len=*), intent(in) :: what
    if (condition) return
    print *, 'PE', me, ': ', what
    differences = differences + 1
  end subroutine expect
end program fortran_rma
