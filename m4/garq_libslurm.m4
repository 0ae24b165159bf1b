# GARQ_LIBSLURM
# -------------
# sresv asks the controller through libslurm, which must be the one of the
# headers: its records are in them. --without-sresv does without both.
# Call after GARQ_SLURM_FEATURES.
# SUBST SRESV_CPPFLAGS, LIBSLURM_LIBS; conditional HAVE_SRESV
#
AC_DEFUN([GARQ_LIBSLURM], [
  AC_REQUIRE([GARQ_SLURM_SRC])
  AC_ARG_WITH([sresv],
    [AS_HELP_STRING([--without-sresv],
      [do not build sresv (it needs libslurm)])],
    [], [with_sresv=yes])
  LIBSLURM_LIBS=
  SRESV_CPPFLAGS=
  AS_IF([test "x$with_slurm" != xyes], [with_sresv=no])
  AS_IF([test "x$with_sresv" = xyes], [
    garq_save_CPPFLAGS=$CPPFLAGS
    garq_save_LIBS=$LIBS
    CPPFLAGS="$CPPFLAGS $SLURM_CPPFLAGS"
    AC_CHECK_LIB([slurm], [slurm_create_reservation], [LIBSLURM_LIBS=-lslurm],
      [AC_MSG_ERROR([libslurm was not found; sresv asks the controller with it.

  Install it (Debian: apt install libslurm-dev, Fedora: dnf install slurm-devel;
  for one in a folder of its own set LDFLAGS=-LDIR), or configure with
  --without-sresv.
])])
    LIBS="$LIBSLURM_LIBS $LIBS"
    _GARQ_LIBSLURM_VERSION
    _GARQ_LIBSLURM_FREE_CONF
    LIBS=$garq_save_LIBS
    CPPFLAGS=$garq_save_CPPFLAGS
    SRESV_CPPFLAGS="$SLURM_CPPFLAGS -DSRESV_FREE_CONF=$garq_cv_libslurm_free_conf"
  ])
  AC_SUBST([LIBSLURM_LIBS])
  AC_SUBST([SRESV_CPPFLAGS])
  AM_CONDITIONAL([HAVE_SRESV], [test "x$with_sresv" = xyes])
])

# Another release has other records under the same names, and another number of
# its interface. Where the library can't be run, its name tells when it is loaded.
AC_DEFUN([_GARQ_LIBSLURM_VERSION], [
  AC_CACHE_CHECK([whether libslurm is of the same release], [garq_cv_libslurm_fits],
    [garq_api=$(sed -n 's/^#define SLURM_API_VERSION //p' "$slurm_src/config.h")
     AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <slurm/slurm.h>]],
       [[return slurm_api_version() != ${garq_api:-slurm_api_version()}]])],
     [garq_cv_libslurm_fits=yes], [garq_cv_libslurm_fits=no],
     [garq_cv_libslurm_fits=unknown])])
  AS_IF([test $garq_cv_libslurm_fits = no],
    [AC_MSG_ERROR([the libslurm that was found is not of Slurm $slurm_src_version; config.log says more.
  Name the folder of the right one (LDFLAGS=-LDIR, LD_LIBRARY_PATH=DIR), or
  configure with --without-sresv.])])
])

AC_DEFUN([_GARQ_LIBSLURM_FREE_CONF], [
  AC_CACHE_CHECK([how libslurm frees what slurm_load_ctl_conf() gives],
    [garq_cv_libslurm_free_conf],
    [AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <slurm/slurm.h>]],
       [[void (*f)(slurm_conf_t *) = slurm_free_conf; f(0)]])],
     [garq_cv_libslurm_free_conf=slurm_free_conf],
     [garq_cv_libslurm_free_conf=slurm_free_ctl_conf])])
])
