# GARQ_SLURM_SRC
# --------------
# Where the headers of slurmctld are: a Slurm source tree in which ./configure
# was run. They are in no -dev package. Sought in the build folder, then in the
# source folder, as slurm-src.
# SETS with_slurm (yes or no), slurm_src_version ("22.05.8")
# SUBST slurm_src (absolute), SLURM_CPPFLAGS; conditional HAVE_SLURM
#
AC_DEFUN([GARQ_SLURM_SRC], [
  AC_ARG_WITH([slurm],
    [AS_HELP_STRING([--without-slurm],
      [build and test only the core library, no plugin])],
    [], [with_slurm=yes])
  AC_ARG_WITH([slurm-src],
    [AS_HELP_STRING([--with-slurm-src=DIR],
      [configured source tree of the Slurm that runs
       (default: slurm-src in the build, then in the source folder)])],
    [], [with_slurm_src=])
  slurm_src=
  slurm_src_version=
  SLURM_CPPFLAGS=
  AS_CASE([$with_slurm],
    [yes], [_GARQ_SLURM_SRC_FIND
      _GARQ_SLURM_SRC_COMPILE],
    [no], [],
    [AC_MSG_ERROR([--with-slurm takes no value; did you mean --with-slurm-src=$with_slurm?])])
  AC_SUBST([slurm_src])
  AC_SUBST([SLURM_CPPFLAGS])
  AM_CONDITIONAL([HAVE_SLURM], [test "x$with_slurm" = xyes])
])

# Set slurm_src and slurm_src_version, or stop.
AC_DEFUN([_GARQ_SLURM_SRC_FIND], [
  AC_MSG_CHECKING([for a configured Slurm source tree])
  AS_CASE([$with_slurm_src],
    [''], [for garq_dir in slurm-src "$srcdir/slurm-src"; do
        AS_IF([test -d "$garq_dir"], [slurm_src=$garq_dir; break])
      done],
    [yes|no], [AC_MSG_RESULT([?])
      AC_MSG_ERROR([--with-slurm-src needs a folder; to do without, say --without-slurm])],
    [slurm_src=$with_slurm_src])
  AS_IF([test -z "$slurm_src"], [
    AC_MSG_RESULT([no])
    AC_MSG_ERROR([the headers of slurmctld were not found.

  A scheduler plugin needs the internal headers of the very Slurm version that
  runs; no -dev package has them. Do one of:

    - run $srcdir/contrib/get-slurm-headers here: it fetches the source of the
      installed slurmctld into ./slurm-src; then configure again
    - configure with --with-slurm-src=DIR, a Slurm source tree in which
      ./configure was run
    - configure with --without-slurm to build and test only the core library
])])
  AS_IF([test -d "$slurm_src"],
    [slurm_src=$(cd "$slurm_src" && pwd)],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([--with-slurm-src: $slurm_src is not a folder])])
  AC_MSG_RESULT([$slurm_src])
  AS_CASE([$slurm_src],
    [*[[\ \	]]*], [AC_MSG_ERROR([the path of the Slurm source tree has a space in it: $slurm_src])])
  AS_IF([test ! -f "$slurm_src/src/slurmctld/reservation.h"],
    [AC_MSG_ERROR([$slurm_src is not a Slurm source tree: it has no src/slurmctld/reservation.h])])
  for garq_file in config.h slurm/slurm_version.h; do
    AS_IF([test ! -f "$slurm_src/$garq_file"],
      [AC_MSG_ERROR([$slurm_src has no $garq_file: ./configure was not run in it.

  Run ./configure in that folder (a build folder of its own will not do), or
  let $srcdir/contrib/get-slurm-headers get and configure the right source.
])])
  done
  slurm_src_version=$(sed -n \
    's/^#define SLURM_VERSION_STRING "\(@<:@^"@:>@*\)".*/\1/p' \
    "$slurm_src/config.h")
  AC_MSG_CHECKING([for the version of that Slurm])
  AC_MSG_RESULT([${slurm_src_version:-unknown}])
  AS_IF([test -z "$slurm_src_version"],
    [AC_MSG_ERROR([$slurm_src/config.h does not define SLURM_VERSION_STRING])])
])

# System headers, so that what our warnings find in them is not shown. Set
# SLURM_CPPFLAGS, or stop if they do not compile.
AC_DEFUN([_GARQ_SLURM_SRC_COMPILE], [
  SLURM_CPPFLAGS="-isystem $slurm_src -isystem $slurm_src/slurm"
  AC_MSG_CHECKING([whether the headers of slurmctld compile])
  garq_save_CPPFLAGS=$CPPFLAGS
  CPPFLAGS="$CPPFLAGS $SLURM_CPPFLAGS"
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[
#include "config.h"
#include "src/slurmctld/slurmctld.h"
#include "src/slurmctld/reservation.h"
]], [[return sizeof(slurmctld_resv_t) > sizeof(SLURM_VERSION_STRING) ? 0 : 1]])],
    [garq_compiles=yes], [garq_compiles=no])
  CPPFLAGS=$garq_save_CPPFLAGS
  AC_MSG_RESULT([$garq_compiles])
  AS_IF([test $garq_compiles = no],
    [AC_MSG_ERROR([the headers in $slurm_src do not compile; config.log says why])])
])
