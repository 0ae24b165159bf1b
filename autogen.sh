#!/bin/sh
# Make configure and its friends; they are not kept in git.
cd "$(dirname "$0")" && exec autoreconf -fi
