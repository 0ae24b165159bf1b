# SPDX-License-Identifier: GPL-2.0-or-later
"""Let a python3 that is not Debian's find the modules of Debian's packages, behind its own."""
import sys

FOLDER = "/usr/lib/python3/dist-packages"

if FOLDER not in sys.path:
    sys.path.append(FOLDER)
