# SPDX-License-Identifier: GPL-2.0-or-later
# sresv.fish - completion of sresv for fish, by that for bash

set -g __sresv_bash (status dirname)/../../bash-completion/completions/sresv

function __sresv_complete
	set -l word (commandline -ct)
	bash $__sresv_bash (commandline -opc) "$word" 2>/dev/null
end

complete -c sresv -f -a '(__sresv_complete)'
