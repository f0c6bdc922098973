! The module shmem: constants and functions of OpenSHMEM for Fortran, with their types. oshfort
! compiles it for programs that use it. Without oshfort: gfortran -fsyntax-only -I DIR/include
! DIR/include/polder/shmem/shmem.f90. It has no code.
module shmem
  implicit none
  private :: int4, int8, real4, real8
  integer, parameter :: int4 = selected_int_kind(9), int8 = selected_int_kind(18)
  integer, parameter :: real4 = selected_real_kind(6), real8 = selected_real_kind(15)

  include 'shmem.fh'

  integer(int4), external :: shmem_my_pe, shmem_n_pes, my_pe, num_pes, shmem_test_lock
  integer(int4), external :: shmem_int4_fetch, shmem_int4_swap, shmem_int4_cswap
  integer(int4), external :: shmem_int4_fadd, shmem_int4_finc
  integer(int8), external :: shmem_int8_fetch, shmem_int8_swap, shmem_int8_cswap
  integer(int8), external :: shmem_int8_fadd, shmem_int8_finc
  real(real4), external :: shmem_real4_fetch, shmem_real4_swap
  real(real8), external :: shmem_real8_fetch, shmem_real8_swap
  integer(int4), external :: shmem_fetch, shmem_swap, shmem_cswap, shmem_fadd, shmem_finc
  external :: shmem_init, start_pes, shmem_finalize, shmem_global_exit
end module shmem
