# GARQ_SMARTCOLS
# --------------
# garq-ledger prints its tables with libsmartcols.
# Call after GARQ_SLURM_SRC.
# SUBST SMARTCOLS_CFLAGS, SMARTCOLS_LIBS
#
AC_DEFUN([GARQ_SMARTCOLS], [
  AC_REQUIRE([GARQ_SLURM_SRC])
  AS_IF([test "x$with_slurm" = xyes], [
    PKG_CHECK_MODULES([SMARTCOLS], [smartcols >= 2.33], [],
      [AC_MSG_ERROR([libsmartcols was not found; garq-ledger prints its tables with it.

  Install it (Debian: apt install libsmartcols-dev, Fedora: dnf install
  libsmartcols-devel), or configure with --without-slurm to build only the core
  library.
])])
  ])
])
