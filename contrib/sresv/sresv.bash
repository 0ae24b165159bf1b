# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-or-later
# sresv.bash - completion of sresv for bash
#
# Run as a program it completes for other shells: given the words of a command
# up to the one to be completed, it prints the words that fit, each with a tab
# and what the help says of it, if that does.

# What the help of sresv, or of a verb, tells: words with a tab and more about
# each.
_sresv_help() { # [VERB]
	sresv ${1:+"$1"} --help 2>/dev/null | sed -En \
		-e 's/^ +(-., )?(--[a-z-]+)( [^ ]+|\[=[^ ]+)? +([^ ].*)/\2\t\4/p' \
		-e 's/^  ([a-z]+) .*  ([^ ].*)/\1\t\2/p'
}

# The names of what is there, as sresv itself tells them.
_sresv_names() { # VERB [OPTION]...
	sresv "$@" --parsable --noheader 2>/dev/null | cut -d '|' -f 1
}

# Those of the lines of standard input that fit $cur into COMPREPLY, for bash as a
# shell reads them. Names are given by others: nothing of them is expanded, as
# compgen -W would.
_sresv_fit() {
	local word quoted
	COMPREPLY=()
	while IFS= read -r word; do
		quoted=$word
		[[ ${verbatim-} ]] || printf -v quoted %q "$word"
		[[ $word != "$cur"* && $quoted != "$cur"* ]] || COMPREPLY+=("$quoted")
	done
}

# The same of words with blanks between them.
_sresv_words() {
	local -a words
	read -rd '' -a words <<<"$*"
	_sresv_fit < <(printf '%s\n' "${words[@]}")
}

# The last of several values with commas between them.
_sresv_list() {
	local before="" cur=$cur
	[[ $cur != *,* ]] || before=${cur%,*},
	cur=${cur##*,}
	_sresv_words "$@"
	COMPREPLY=("${COMPREPLY[@]/#/"$before"}")
}

_sresv_verb() {
	local i skip=
	verb=
	for ((i = 1; i < COMP_CWORD; i++)); do
		if [[ $skip ]]; then
			skip=
			continue
		fi
		case ${COMP_WORDS[i]} in
		-[setdNwpCLuAno] | --plan | --columns | --start | --end | --duration | --delay | --flexible | \
			--nodes | --cores | --tasks | --ntasks | --cpus-per-task | --gpus | --gpus-per-node | --nodelist | --partition | --features | --licenses | \
			--users | --groups | --accounts | --interval | --days | \
			--or | --max-cost | --prefer | --switches | --place | --name | --flags | --every | --except | --from | --comment | --since | --month | --textfile | --sort)
			skip=yes
			;;
		-*) ;;
		*)
			verb=${COMP_WORDS[i]}
			return
			;;
		esac
	done
}

# The options of the verb, as its help tells them.
_sresv_options() {
	case $verb in
	gantt) _sresv_words "--from --for --by --rows --watch --width --color --ascii --svg --json --parsable --help" ;;
	web) _sresv_words "--port --site --listen --host --page --token-file --connections --per-address --rate --help --version" ;;
	co) _sresv_words "--json --help --quiet --resources --time --gap --timeout --horizon --svg --lp --zimpl --grid --part --het --name --rounds --recovery --all --scan --force --with-jobs" ;;
	'') _sresv_words "--help --version" ;;
	*) _sresv_words "$(_sresv_help "$verb" | sed -n 's/^\(--[^\t]*\).*/\1/p')" ;;
	esac
}

# RET false if the word before is no option with a value
_sresv_value() { # OPTION
	case $1 in
	-s | --start | -e | --end | --from | --since)
		_sresv_words now now+1h yesterday today tomorrow monday tuesday wednesday thursday friday \
			saturday sunday midnight noon fika teatime
		;;
	-u | --users) _sresv_list "$(compgen -u)" ;;
	--groups) _sresv_list "$(compgen -g)" ;;
	-p | --partition)
		_sresv_words "$(sinfo -h -o %R 2>/dev/null)"
		;;
	-C | --features)
		_sresv_words "$(sinfo -h -o %f 2>/dev/null | tr ',' '\n' | sort -u)"
		;;
	-w | --nodelist)
		_sresv_list "$(sinfo -h -N -o %N 2>/dev/null | sort -u)"
		;;
	--flags)
		_sresv_list MAINT IGNORE_JOBS OVERLAP TIME_FLOAT HOURLY DAILY WEEKLY \
			WEEKDAY WEEKEND FLEX NO_HOLD_JOBS_AFTER
		;;
	--by) _sresv_words nodes bookings ;;
	--every) _sresv_words FREQ=DAILY FREQ=WEEKLY FREQ=MONTHLY ;;
	--prefer) _sresv_words time nodes ;;
	--place) _sresv_words earliest tight ;;
	--standby) _sresv_words book offer ask ;;
	--color) _sresv_words auto always never ;;
	--accept)
		_sresv_list first exact inside later earlier fewer shorter largest
		;;
	-o | --columns | --sort)
		cur=${cur^^}
		_sresv_list "$(sresv "$verb" --columns='?' 2>&1 | sed -n 's/.* is none of \(.*\) (see --help)/\1/; s/, / /gp')"
		;;
	-[tdNLAn] | --duration | --delay | --flexible | --nodes | --licenses | \
		--accounts | --interval | --days | --wait | --or | --max-cost | \
		--plan | --except | --comment | --month | --gap | --grid | --horizon | --time | --timeout | --part | --het | --name | --rounds | \
		--recovery | --for | --rows | --width) ;;
	--resources | --textfile | --svg | --lp | --zimpl)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		;;
	*) return 1 ;;
	esac
}

_sresv() {
	local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local verb
	COMPREPLY=()
	_sresv_verb
	# --accept=KIND is three words to readline, --accept= two.
	if [[ $cur == = ]]; then
		cur=
	elif [[ $previous == = ]]; then
		previous=${COMP_WORDS[COMP_CWORD - 2]}
	elif [[ $previous == --accept || $previous == --wait || $previous == --standby ]]; then
		previous=	# their values come after a = alone
	fi
	if _sresv_value "$previous"; then
		:
	elif [[ $cur == -* ]]; then
		_sresv_options
	elif [[ ! $verb ]]; then
		_sresv_words "$(_sresv_help | cut -f 1)"
	else
		case $verb in
		co)
			if [[ $previous == co ]]; then
				_sresv_words lint plan book list show check cancel resume rebook run wait
			else
				mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			fi
			;;
		why) _sresv_words "$(squeue --me -h -t PD -o %A 2>/dev/null)" ;;
		ask | list | log | show | move | extend | shrink | give | rename | end) _sresv_fit < <(_sresv_names list) ;;
		cancel) _sresv_fit < <(_sresv_names list --all) ;;
		accept | offers) _sresv_fit < <(_sresv_names offers) ;;
		esac
	fi
}

# Print what fits the last word, for a shell that takes --accept=KIND as one word.
_sresv_print() { # WORD...
	local word words verb before="" verbatim=yes
	local -A told
	COMP_WORDS=()
	for word; do
		case $word in
		--*=*) COMP_WORDS+=("${word%%=*}" "=" "${word#*=}") ;;
		*) COMP_WORDS+=("$word") ;;
		esac
	done
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	[[ $word != --*=* ]] || before=${word%%=*}=
	_sresv
	_sresv_verb
	while IFS=$'\t' read -r word words; do
		told[$word]=$words
	done < <(_sresv_help "$verb")
	for word in "${COMPREPLY[@]}"; do
		words=
		[[ $verb && $word != -* ]] || words=${told[$word]:-}
		printf '%s\n' "$before$word${words:+$'\t'$words}"
	done
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
	_sresv_print "$@"
else
	complete -F _sresv sresv
fi
