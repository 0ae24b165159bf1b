# GARQ_LIBSLURMFULL
# -----------------
# Tests unpack damaged messages with the very code that slurmctld has: with the
# installed Slurm's library of internal functions, which is beside its plugins.
# Call after GARQ_SLURM_PLUGINDIR.
# SUBST LIBSLURMFULL_LIBS; conditional HAVE_LIBSLURMFULL
#
AC_DEFUN([GARQ_LIBSLURMFULL], [
  AC_REQUIRE([GARQ_SLURM_PLUGINDIR])
  LIBSLURMFULL_LIBS=
  garq_lib=$slurm_plugindir_found/libslurmfull.so
  AS_IF([test "x$slurm_plugindir_found" != x && test -f "$garq_lib"], [
    AC_MSG_CHECKING([whether $garq_lib unpacks messages])
    garq_save_LIBS=$LIBS
    LIBS="$garq_lib -Wl,-rpath,$slurm_plugindir_found $LIBS"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[int unpack_msg(void *, void *);]],
      [[return unpack_msg(0, 0)]])],
      [LIBSLURMFULL_LIBS="$garq_lib -Wl,-rpath,$slurm_plugindir_found"])
    LIBS=$garq_save_LIBS
    AS_IF([test "x$LIBSLURMFULL_LIBS" = x], [AC_MSG_RESULT([no])],
      [AC_MSG_RESULT([yes])])
  ])
  AC_SUBST([LIBSLURMFULL_LIBS])
  AM_CONDITIONAL([HAVE_LIBSLURMFULL], [test "x$LIBSLURMFULL_LIBS" != x])
])
