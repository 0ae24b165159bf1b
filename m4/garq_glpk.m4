# GARQ_GLPK
# ---------
# sresv-milp solves the integer program of a co-reservation with GLPK. It is built
# where GLPK is found, for the tests; --with-glpk installs it, --without-glpk
# does without. GLPK has no .pc file.
# SUBST GLPK_LIBS; conditionals HAVE_GLPK, INSTALL_MILP
#
AC_DEFUN([GARQ_GLPK], [
  AC_ARG_WITH([glpk],
    [AS_HELP_STRING([--with-glpk],
      [install sresv-milp, which solves co-reservations with GLPK, too])],
    [], [with_glpk=check])
  have_glpk=no
  AS_IF([test "x$with_glpk" != xno], [
    garq_save_LIBS=$LIBS
    AC_CHECK_HEADER([glpk.h], [AC_CHECK_LIB([glpk], [glp_intopt],
      [have_glpk=yes GLPK_LIBS=-lglpk])])
    LIBS=$garq_save_LIBS
  ])
  AS_IF([test "x$with_glpk" = xyes && test "x$have_glpk" = xno],
    [AC_MSG_ERROR([GLPK was not found; sresv-milp solves integer programs with it.

  Install it (Debian: apt install libglpk-dev), or configure without --with-glpk.
])])
  AC_SUBST([GLPK_LIBS])
  AM_CONDITIONAL([HAVE_GLPK], [test "x$have_glpk" = xyes])
  AM_CONDITIONAL([INSTALL_MILP],
    [test "x$have_glpk" = xyes && test "x$with_glpk" = xyes])
])
