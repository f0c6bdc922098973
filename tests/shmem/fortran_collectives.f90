! OpenSHMEM 1.4, 9.8 for Fortran: barriers, broadcasts, collections, exchanges and reductions over
! all PEs and over the even ones.
! requires: gfortran
! flags: -w -fcray-pointer
program fortran_collectives
  implicit none
  include 'mpp/shmem.fh'
  integer, parameter :: quad = selected_real_kind(30), short = selected_int_kind(4), most = 64
  integer :: shmem_my_pe, shmem_n_pes
  integer, save :: sync(max(SHMEM_REDUCE_SYNC_SIZE, SHMEM_COLLECT_SYNC_SIZE)) = SHMEM_SYNC_VALUE
  integer, save :: differences = 0, all_differences = 0
  integer, save :: ints(4) = 0, out(4) = 0, row(most) = 0, all_rows(most) = 0
  integer(8), save :: wides(2) = 0, wide_out(2) = 0, wide_rows(most) = 0
  integer(short), save :: shorts(2) = 0, short_out(2) = 0, short_work(2)
  real, save :: reals(2) = 0, real_out(2) = 0, real_work(2)
  real(quad), save :: quads(2) = 0, quad_out(2) = 0, quad_work(2)
  complex, save :: complexes(1) = 0, complex_out(1) = 0, complex_work(1)
  integer, save :: work(4)
  integer(8), save :: wide_work(2)
  double precision, save :: doubles(2) = 0, double_out(2) = 0, double_work(2)
  integer :: me, pes, evens, i, k

  call start_pes(0)
  me = shmem_my_pe()
  pes = shmem_n_pes()
  evens = (pes + 1) / 2
  ints = (/ (10 * me + i, i = 1, 4) /)
  wides = ints(1:2) * 3000000000_8
  call shmem_barrier_all()

  call shmem_broadcast4(out, ints, 4, pes - 1, 0, 0, pes, sync)
  if (me /= pes - 1) call expect(all(out == (/ (10 * (pes - 1) + i, i = 1, 4) /)), 'broadcast4')
  call shmem_broadcast64(wide_out, wides, 2, 0, 0, 0, pes, sync)
  if (me /= 0) call expect(all(wide_out == (/ 1, 2 /) * 3000000000_8), 'broadcast64')

  call shmem_fcollect4(row, ints, 2, 0, 0, pes, sync)
  call expect(all(row(1:2 * pes) == (/ ((10 * k + i, i = 1, 2), k = 0, pes - 1) /)), 'fcollect4')
  call shmem_collect32(all_rows, (/ (me, i = 1, me + 1) /), me + 1, 0, 0, pes, sync)
  call expect(all(all_rows(1:pes * (pes + 1) / 2) == (/ ((k, i = 0, k), k = 0, pes - 1) /)), 'collect32')
  call shmem_fcollect8(wide_rows, wides, 1, 0, 0, pes, sync)
  call expect(all(wide_rows(1:pes) == (/ (10 * k + 1, k = 0, pes - 1) /) * 3000000000_8), 'fcollect8')
  row = (/ (100 * me + i, i = 0, most - 1) /)
  call shmem_alltoall32(all_rows, row, 1, 0, 0, pes, sync)
  call expect(all(all_rows(1:pes) == (/ (100 * k + me, k = 0, pes - 1) /)), 'alltoall32')
  call shmem_barrier_all()
  all_rows = -1
  call shmem_barrier_all()
  call shmem_alltoalls32(all_rows, row, 2, 1, 1, 0, 0, pes, sync)
  call expect(all(all_rows(1:2 * pes:2) == (/ (100 * k + me, k = 0, pes - 1) /)), 'alltoalls32')

  call shmem_int4_sum_to_all(out, ints, 4, 0, 0, pes, work, sync)
  call expect(all(out == (/ (5 * pes * (pes - 1) + i * pes, i = 1, 4) /)), 'int4_sum_to_all')
  call shmem_int8_max_to_all(wide_out, wides, 2, 0, 0, pes, wide_work, sync)
  call expect(all(wide_out == (10 * (pes - 1) + (/ 1, 2 /)) * 3000000000_8), 'int8_max_to_all')
  shorts = int((/ me, 1 /), short)
  call shmem_int2_min_to_all(short_out, shorts, 2, 0, 0, pes, short_work, sync)
  call expect(all(short_out == (/ 0, 1 /)), 'int2_min_to_all')
  ints = ishft(1, me)
  call shmem_int4_or_to_all(out, ints, 4, 0, 0, pes, work, sync)
  call expect(all(out == ishft(1, pes) - 1), 'int4_or_to_all')
  call shmem_int4_xor_to_all(out, ints, 4, 0, 0, pes, work, sync)
  call expect(all(out == ishft(1, pes) - 1), 'int4_xor_to_all')
  call shmem_int4_and_to_all(out, ints, 4, 0, 0, pes, work, sync)
  call expect(all(out == merge(1, 0, pes == 1)), 'int4_and_to_all')
  reals = (/ real(me), 2.0 /)
  call shmem_real4_prod_to_all(real_out, reals, 2, 0, 0, pes, real_work, sync)
  call expect(all(real_out == (/ 0.0, 2.0**pes /)), 'real4_prod_to_all')
  doubles = (/ -me, me /) / 4d0
  call shmem_real8_min_to_all(double_out, doubles, 2, 0, 0, pes, double_work, sync)
  call expect(all(double_out == (/ -(pes - 1) / 4d0, 0d0 /)), 'real8_min_to_all')
  quads = (/ 1 / 3.0_quad, real(me, quad) /)
  call shmem_real16_sum_to_all(quad_out, quads, 2, 0, 0, pes, quad_work, sync)
  call expect(abs(quad_out(1) - pes / 3.0_quad) < 1e-30_quad, 'real16_sum_to_all, all digits')
  call expect(quad_out(2) == pes * (pes - 1) / 2, 'real16_sum_to_all')
  call shmem_real16_max_to_all(quad_out, quads, 2, 0, 0, pes, quad_work, sync)
  call expect(quad_out(1) == 1 / 3.0_quad .and. quad_out(2) == pes - 1, 'real16_max_to_all')
  complexes = cmplx(me, 1)
  call shmem_comp4_sum_to_all(complex_out, complexes, 1, 0, 0, pes, complex_work, sync)
  call expect(complex_out(1) == cmplx(pes * (pes - 1) / 2, pes), 'comp4_sum_to_all')

  if (mod(me, 2) == 0) then
     ints = 1
     call shmem_int4_sum_to_all(out, ints, 4, 0, 1, evens, work, sync)
     call expect(all(out == evens), 'int4_sum_to_all of the even PEs')
     call shmem_barrier(0, 1, evens, sync)
  end if
  call shmem_barrier_all()

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
end program fortran_collectives
