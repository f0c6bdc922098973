! OpenSHMEM 1.4, 9.1 to 9.3, 9.7, 9.9 to 9.12 for Fortran: set-up, the symmetric heap, atomic
! operations, waits, locks of 4 bytes, order.
! requires: gfortran
! flags: -w -fcray-pointer
program fortran_order
  use shmem
  implicit none
  integer, parameter :: rounds = 100
  integer, save :: lock = 0, other_lock = 0, under_lock = 0, counter = 0, flag = 0
  integer, save :: differences = 0, all_differences = 0, work(1), sync(1) = SHMEM_SYNC_VALUE
  integer(8), save :: wide = 0, wide_flag = 0
  real, save :: single = 0
  double precision, save :: double = 0
  integer :: heap(100)
  pointer (heap_at, heap)
  integer(8) :: before
  integer :: me, pes, to, i, error, value, major, minor, there
  pointer (there_at, there)
  character(len=SHMEM_MAX_NAME_LEN) :: name

  call shmem_init()
  me = my_pe()
  pes = num_pes()
  to = mod(me + 1, pes)
  call expect(shmem_my_pe() == me .and. shmem_n_pes() == pes, 'queries')
  call shmem_info_get_version(major, minor)
  call expect(major == SHMEM_MAJOR_VERSION .and. minor == SHMEM_MINOR_VERSION, 'version')
  call shmem_info_get_name(name)
  call expect(name(1:1) /= ' ' .and. index(name, char(0)) == 0, 'name')
  call expect(shmem_pe_accessible(to) .and. .not. shmem_pe_accessible(pes), 'pe_accessible')
  call expect(shmem_addr_accessible(counter, to), 'addr_accessible')
  there_at = shmem_ptr(counter, me)
  there = 7
  call expect(counter == 7, 'ptr')
  counter = 0

  call shpalloc(heap_at, 100, error, 0)
  call expect(error == 0 .and. heap_at /= 0, 'shpalloc')
  heap = me
  call shmem_barrier_all()
  call shmem_get4(value, heap(100), 1, to)
  call expect(value == to, 'a block of the heap is symmetric')
  call shmem_barrier_all()
  call shpclmove(heap_at, 5000, error, 1)
  call expect((error == 0 .or. error == 1) .and. heap(100) == me, 'shpclmove')
  before = heap_at
  heap_at = heap_at + 4
  call shpdeallc(heap_at, error, 0)
  call expect(error < 0, 'shpdeallc of no block')
  heap_at = before
  call shpdeallc(heap_at, error, 1)
  call expect(error == 0, 'shpdeallc')
  call shpalloc(heap_at, 0, error, 0)
  call expect(error == -1, 'shpalloc of nothing')

  call shmem_int4_add(counter, me + 1, 0)
  call shmem_int4_inc(counter, 0)
  value = shmem_int4_fadd(counter, 0, 0)
  before = shmem_int8_finc(wide, to)
  call expect(before == 0, 'int8_finc')
  call shmem_barrier_all()
  call expect(shmem_int4_fetch(counter, 0) == pes * (pes + 1) / 2 + pes, 'int4_add, int4_inc')
  before = shmem_int8_cswap(wide, 1_8, 5000000000_8, to)
  call expect(before == 1, 'int8_cswap')
  before = shmem_int8_swap(wide, 6000000000_8, to)
  call expect(before == 5000000000_8, 'int8_swap')
  call shmem_int8_set(wide, 6000000001_8, to)
  call expect(shmem_int8_fetch(wide, to) == 6000000001_8, 'int8_set')
  call expect(shmem_real4_swap(single, 1.5, to) == 0, 'real4_swap')
  call shmem_real8_set(double, 2.5d0, to)
  call shmem_barrier_all()
  call expect(single == 1.5 .and. shmem_real4_fetch(single, to) == 1.5, 'real4_fetch')
  call expect(double == 2.5d0 .and. shmem_real8_swap(double, 3.5d0, me) == 2.5d0, 'real8')

  do i = 1, rounds
     call shmem_set_lock(lock)
     call shmem_get4(value, under_lock, 1, pes - 1)
     call shmem_put4(under_lock, value + 1, 1, pes - 1)
     call shmem_clear_lock(lock)
     do while (shmem_test_lock(other_lock) /= 0)
     end do
     call shmem_get4(value, under_lock, 1, 0)
     if (pes > 1) call shmem_put4(under_lock, value + 1, 1, 0)
     call shmem_clear_lock(other_lock)
  end do
  call shmem_barrier_all()
  if (me == 0 .or. me == pes - 1) call expect(under_lock == rounds * pes, 'locks')
  call expect(lock == 0 .and. other_lock == 0, 'free locks are zero')

  call shmem_put4(flag, me + 1, 1, to)
  call shmem_wait(flag, 0)
  call expect(flag == mod(me + pes - 1, pes) + 1, 'wait')
  call shmem_fence()
  call shmem_put8(wide_flag, 8_8, 1, to)
  call shmem_int8_wait_until(wide_flag, SHMEM_CMP_GE, 8_8)
  call expect(wide_flag == 8, 'int8_wait_until')
  call shmem_udcflush()

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
end program fortran_order
