# SPDX-License-Identifier: GPL-2.0-or-later
"""Garbage: what nobody should send, and somebody will.

Some of it is legitimate in its place; the tests take either answer, as long as
nothing breaks. "\\udcff" and the like reach a command as single bytes that are
not UTF-8.
"""

TEXTS = [
    "", " ", "  two  words ", "a b", "it's", 'say "x"', "`id`", "$(id)", "a;b", "a|b", "a&b",
    "a\nb", "\n", "a\tb", "\r", "\x01\x02\x1b[31m", "\x7f", "\udcff\udcfe", "\udcc3", "ä", "日本",
    "%s%n%s%n%d", "%99999999d", "../../etc/passwd", "/", "\\", "\\0", ",", ",,,", "a,", ",a",
    "=", "a=b", "+", "-", "+a", "-a", "*", "?", "[", "]", "[[", "]]", "[]", "{}", "()", "&&",
    "||", "&", "|", "!", "null", "(null)", "NULL", "none", "-1", "0", "4294967295",
    "4294967296", "18446744073709551616", "x" * 1000,
]

NAMES = TEXTS + ["x" * 255, "x" * 256, "a.b-c_d+e@f:g/h#i%j", "x" * 100000, "nosuch"]

COUNTS = [
    "", " ", "0", "-0", "-1", "1.5", "1e3", "0x10", "00000001", "+1", " 1", "1 ", "1k", "1K",
    "1m", "99999999", "2147483647", "2147483648", "4294967293", "4294967294", "4294967295",
    "4294967296", "99999999999", "9223372036854775807", "18446744073709551615",
    "18446744073709551616", "1,", ",1", "1,1", "1,0,1", "4294967295,2", "1-2", "a", "INFINITE",
    "UNLIMITED", "NaN", "%s%n", "\udcff", "1\n2", ",".join(["1"] * 5000),
]

TIMES = [
    "", " ", "0", "-1", "1", "now", "now+", "now-1", "now-11minutes", "now-99999days",
    "now+99999days", "now+99999999999", "now+9223372036854775807", "today", "midnight",
    "teatime", "25:00", "23:60", "1970-01-01T00:00:00", "1970-01-01", "1969-12-31T23:59:59",
    "2038-01-19T03:14:07", "2038-01-19T03:14:08", "2105-12-31T00:00:00",
    "2106-02-07T06:28:15", "2106-02-07T06:28:16", "2999-01-01T00:00:00",
    "9999-12-31T23:59:59", "99999-01-01T00:00:00", "2027-02-30T00:00:00",
    "2027-13-01T00:00:00", "0000-00-00T00:00:00", "uts0", "uts999999", "uts1000000",
    "uts4294967294", "uts4294967295", "uts4294967296", "uts9223372036854775807",
    "uts-5", "INFINITE", "UNLIMITED", "NONE", "tomorrow tomorrow", "12/32/27", "%s%n",
    "\udcff", "x" * 1000,
]

LENGTHS = [
    "", " ", "0", "-0", "-1", "-2", "-3", "1.5", "1e9", "0x10", "1:", ":1", "::", "1:2:3:4",
    "1-", "-1-1", "1-1-1", "99999999-0", "0-0:0:0", "0:0:1", "0:0:59", "99:99:99", "525600",
    "525601", "35791394", "35791395", "71582788", "2147483647", "2147483648", "4294967293",
    "4294967294", "4294967295", "4294967296", "99999999999", "18446744073709551616",
    "INFINITE", "UNLIMITED", "infinite", "NONE", "abc", "%s%n", "\udcff", "x" * 1000,
]

NODE_LISTS = [
    "", " ", ",", "n", "n0", "n9", "n-1", "n1,n1", "n[1-2],n[2-3]", "n1,nosuch", "nosuch",
    "n[", "n]", "n[]", "n[1", "n1]", "n[1-", "n[1-]", "n[-1]", "n[2-1]", "n[1-2-3]", "n[a-b]",
    "n[1,,2]", "n[1-8", "n[[1-2]]", "n[1-2][3-4]", "n" + "[1-2]" * 50, "[" * 1000,
    "n[1-99999999]", "n[1-4294967296]", "n[0-18446744073709551615]", "n[00000001-00000002]",
    "n[1-65536]", "all", "ALL,n1", "ALL,", "*", "!n1", "n1;n2", "n1 n2", "n1\nn2", "%s%n",
    "\udcff", ",".join(["n1"] * 20000), ",".join(f"n{i}" for i in range(10000)), "x" * 100000,
    "localhost", "/etc/passwd",
]

USERS = TEXTS + [
    "root,", ",root", "root,,root", "root,nosuch", "nosuch", "-root", "+root", "root,-root",
    "-root,+root", "-nosuch", "0,1,2", "99999", "x" * 100000, ",".join(["root"] * 20000),
    "root " * 10,
]

FEATURES = TEXTS + [
    "odd,", "odd&", "&odd", "odd&&even", "odd|", "odd||even", "odd*", "odd*0", "odd*-1",
    "odd*99999999999", "odd*1&even*1", "[odd", "odd]", "[odd|even]", "[odd*1&even*1]",
    "[odd*99999*2]", "[[odd]]", "(odd", "odd)", "((odd))", "!odd", "odd&even", "odd|even",
    "&".join(["odd"] * 5000), "nosuch", "x" * 100000,
]

LICENSES = TEXTS + [
    "nosuch", "nosuch:1", "a:0", "a:-1", "a:99999999999", "a:", ":1", "a:b", "a:1:1", "a,b,c",
    "a:1,a:1", "x" * 100000,
]

FLAGS = TEXTS + [
    "nosuch", "MAINT,nosuch", "MAINT", "maint,overlap", "OVERLAP,IGNORE_JOBS", "DAILY,WEEKLY",
    "WEEKDAY,WEEKEND", "HOURLY,DAILY", "TIME_FLOAT", "FLEX", "STATIC", "PART_NODES",
    "FIRST_CORES", "REPLACE", "REPLACE_DOWN", "REPLACE,REPLACE_DOWN", "PURGE_COMP",
    "PURGE_COMP=-1", "PURGE_COMP=0", "PURGE_COMP=99999999999", "PURGE_COMP=x",
    "PURGE_COMP=00:00:01", "LICENSE_ONLY", "ANY_NODES", "MAGNETIC", "NO_HOLD_JOBS",
    "SPEC_NODES", "ALL_NODES", "SKIP", "FLAGS", "-MAINT", "+MAINT", ",".join(["FLEX"] * 5000),
    "M", "NO", "NO_",
]

# scontrol's words -> values
SCONTROL = {
    "ReservationName": NAMES,
    "StartTime": TIMES,
    "EndTime": TIMES,
    "Duration": LENGTHS,
    "MaxStartDelay": LENGTHS,
    "NodeCnt": COUNTS,
    "CoreCnt": COUNTS,
    "Nodes": NODE_LISTS,
    "PartitionName": NAMES,
    "Features": FEATURES,
    "Licenses": LICENSES,
    "Users": USERS,
    "Groups": USERS,
    "Accounts": USERS,
    "Flags": FLAGS,
    "BurstBuffer": TEXTS,
    "TRES": TEXTS + ["node=1", "node=-1", "cpu=1", "cpu=0", "cpu=99999999999", "license/a=1",
                     "bb/a=1", "nosuch/a=1", "node=1,node=1", "cpu=x", "node", "/=", "cpu="],
    "Watts": COUNTS,
    "Nosuch": TEXTS,
}

_T = "2027-03-02T12:00:00"
COMMANDS = [
    ["create", "reservation"],
    ["create", "reservation", "Skip"],
    ["create", "reservation", "ReservationName"],
    ["create", "reservation", "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "NodeCnt=1"],
    ["create", "reservation", f"StartTime={_T}", "EndTime=2027-03-02T11:59:59", "NodeCnt=1",
     "Users=root"],
    ["create", "reservation", f"StartTime={_T}", f"EndTime={_T}", "NodeCnt=1", "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "EndTime=2027-03-02T13:00:00", "Duration=30",
     "NodeCnt=1", "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "NodeCnt=1", "NodeCnt=2",
     "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "NodeCnt=2", "Nodes=n1",
     "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "NodeCnt=1", "Users=root",
     "Groups=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "NodeCnt=1", "Users=root",
     "Users=root"],
    ["create", "reservation", f"StartTime={_T}", "Duration=1", "NodeCnt=1", "Users=root",
     "Flags=PART_NODES"],
    ["update", "ReservationName=keep", "StartTime=2027-03-02T12:00:00",
     "EndTime=2027-03-02T12:00:00"],
    ["update", "ReservationName=keep", "Duration=1", "EndTime=2027-03-02T12:00:00"],
    ["update", "ReservationName=keep", "NodeCnt=1", "Nodes=n[1-3]"],
    ["update", "ReservationName=keep", "Users="],
    ["update", "ReservationName=keep", "Users=", "Accounts="],
    ["update", "ReservationName=nosuch", "Duration=1"],
    ["update", "ReservationName=nosuch"],
    ["update", "reservation"],
    ["delete", "reservation"],
    ["delete", "ReservationName=nosuch"],
    ["delete", "reservation", "keep,wide"],
]

OPTIONS = [
    "garq_delta=", "garq_delta", "garq_delta=0", "garq_delta=-1", "garq_delta=1.5",
    "garq_delta=5w", "garq_delta=86401", "garq_delta=4294967297", "garq_delta=0x10",
    "garq_delta=99999999999999999999", "garq_horizon=0", "garq_horizon=-1",
    "garq_horizon=3651", "garq_horizon=a", "garq_delta=1,garq_horizon=3650", "garq_window=",
    "garq_window=yes", "garq_window=nonesuch", "garq_base=", "garq_base=main",
    "garq_base=sched/garq", "garq_", "garq_=1", "garq_nosuch=1", "garq_delta==5",
    "garq_%s%n=1", "garq_" + "x" * 1000,
]

TRES = ["", ",", "=", "node", "node=", "node=x", "node=0", "node=2", "node=-1", "node=99", "node=2,",
        "node=1,node=2", "NODE=2", "node=4294967295", "node=4294967294", "node=18446744073709551616",
        "nodes=2", "cpu=2", "cpu=99", "cpu=2,node=2", "mem=1G", "gres/gpu=1", "gres/nosuch=1", "bb/x=1",
        "license/a=1", "license/nosuch=1", "license/a=1,node=2", "1=2", "4=2", "x=1,y=2", "%s%n=1",
        "node=%n", "node=2 ", " node=2", "node=\u00fc", "\n", "node=2\nnode=3", "n" * 1000]

# members of resv_desc_msg_t -> values, as raw_request reads them; a version of
# Slurm has not all of them
_U32 = ["0", "1", "-1", "-5", "60", "65535", "2147483647", "2147483648", "4294967293",
        "4294967294", "4294967295"]
_RAW_TIMES = ["0", "1", "-1", "-5", "600", "2147483647", "2147483648", "4294963200",
              "4294963201", "4294967293", "4294967294", "4294967295", "4294967296",
              "9223372036854775807", "-9223372036854775808", "1795000000", "4000000000"]
_LISTS = ["0", "1", "2,0", "1,1,1", "4294967295", "4294967295,4294967295", "2147483648,1",
          "4294967295,2", "4294967294", "99", ",".join(["1"] * 1000)]


def _raw(values):
    """Those that raw_request can be given on its command line, the long ones repeated."""
    return [v for v in values if len(v) < 2000]


RAW = {
    "name": _raw(NAMES),
    "start_time": _RAW_TIMES,
    "end_time": _RAW_TIMES,
    "duration": _U32,
    "max_start_delay": _U32,
    "purge_comp_time": _U32,
    "resv_watts": _U32,
    "node_cnt": _LISTS,
    "core_cnt": _LISTS,
    "flags": ["0", "0xffffffffffffffff", "0xfffffffffffffffe", "0xfffffffffffffffd",
              "0x8000000000000000", "0x7fffffff", "0xffffffff", "0x1fffffffff"],
    "node_list": _raw(NODE_LISTS),
    "partition": _raw(NAMES),
    "features": _raw(FEATURES),
    "licenses": _raw(LICENSES),
    "users": _raw(USERS),
    "groups": _raw(USERS),
    "accounts": _raw(USERS),
    "burst_buffer": _raw(TEXTS),
    "tres_str": _raw(TRES),
    "comment": _raw(TEXTS),
    "qos": _raw(NAMES),
    "allowed_parts": _raw(NAMES),
}

# field*=COUNT:TEXT
RAW_LONG = {field: ["1000000:x", "300000:a,", "65536:[", "100000:n1,"]
            for field in ("name", "node_list", "partition", "features", "licenses", "users",
                          "groups", "accounts", "burst_buffer", "tres_str", "comment", "qos",
                          "allowed_parts")}
