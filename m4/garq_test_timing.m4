# GARQ_TEST_TIMING
# ----------------
# --enable-test-timing makes the plugin wait for seconds where it waits for a
# minute in use (plugin/booking/request/timing.h), so that the tests on clusters need not. It is
# a choice of the build, never one of slurm.conf; such a plugin is not for use,
# and contrib/packaging does not package it.
# SUBST TIMING_CPPFLAGS
#
AC_DEFUN([GARQ_TEST_TIMING], [
  AC_ARG_ENABLE([test-timing],
    [AS_HELP_STRING([--enable-test-timing],
      [shorten the waits of the plugin, for tests on clusters only])],
    [], [enable_test_timing=no])
  TIMING_CPPFLAGS=
  AS_IF([test "x$enable_test_timing" = xyes],
    [TIMING_CPPFLAGS="-DGARQ_TEST_TIMING -DAGENT_INTERVAL=2 -DLINK_INTERVAL=2 -DJOBS_INTERVAL=2 dnl
-DPARK_LEAD=20 -DREPAIR_PATIENCE=8 -DREPAIR_AGAIN=10 -DREPAIR_JOB_PATIENCE=30 dnl
-DLEDGER_COPY_INTERVAL=6 -DLEDGER_MOVE_INTERVAL=2"])
  AC_SUBST([TIMING_CPPFLAGS])
])
