# GARQ_SQLITE
# -----------
# The ledger of the plugin is an SQLite database. The core does not need it.
# Call after GARQ_SLURM_SRC.
# SUBST SQLITE_CFLAGS, SQLITE_LIBS
#
AC_DEFUN([GARQ_SQLITE], [
  AC_REQUIRE([GARQ_SLURM_SRC])
  AS_IF([test "x$with_slurm" = xyes], [
    PKG_CHECK_MODULES([SQLITE], [sqlite3 >= 3.24], [],
      [AC_MSG_ERROR([SQLite was not found; the plugin keeps its ledger in it.

  Install it (Debian: apt install libsqlite3-dev), or configure with
  --without-slurm to build only the core library.
])])
  ])
])
