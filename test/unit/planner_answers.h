/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * planner_answers.h - requests of sresv_planner_test, and what its cluster answers: a
 * shell loop that answers each probe with a file.
 */
#pragma once

#define FAKE "echo '{\"co-lrs\":1}'; while read x; do " \
	"t=$(echo \"$x\" | sed 's/.*\"tag\":\\([0-9]*\\).*/\\1/'); case $x in " \
	"*ping*) echo \"{\\\"tag\\\":$t,\\\"status\\\":0,\\\"now\\\":$(date +%%s),\\\"garq\\\":true}\";; " \
	"*) echo \"{\\\"tag\\\":$t,$(cat %s)}\";; esac; done"

static const char request[] =
	"CO.TS.est = 4000000000\n"
	"CO.TS.let = 4000010800\n"
	"A.TS.duration = 3600\n"
	"A.QOS.nodes = 5\n"
	"B.TS.duration = 3600\n"
	"B.QOS.nodes = 5\n"
	"B.CON.after = B.RVC.begin >= A.RVC.end\n"
	"C.TS.duration = 3600\n"
	"C.QOS.nodes = 2\n"
	"C.CON.with = C.RVC.begin == A.RVC.begin\n";

/* A and B, or A and C, have enough licenses: there are 3. */
static const char licensed[] =
	"CO.TS.est = 4000000000\n"
	"CO.TS.let = 4000010800\n"
	"CO.TS.duration = 3600\n"
	"A.QOS.nodes = 1\n"
	"A.QOS.licenses = sw:1,sw\n"
	"B.QOS.nodes = 1\n"
	"B.QOS.licenses = sw:2\n"
	"B.CON.after = B.RVC.begin >= A.RVC.begin\n"
	"C.QOS.licenses = sw\n"
	"C.CON.with = C.RVC.begin == A.RVC.begin\n";
#define LICENSED(runs, left) \
	"\"status\":0,\"now\":1,\"ledger\":\"x\",\"cut\":false,\"until\":4000007201," \
	"\"runs\":[" runs "],\"licenses\":[{\"name\":\"sw\",\"total\":3,\"left\":" \
	"[" left "]}],\"pool\":{\"id\":\"m\",\"nodes\":8," \
	"\"free\":[[4000000000,4000010800,8]]}"

#define FREE(nodes) \
	"\"status\":0,\"now\":1,\"ledger\":\"x\",\"cut\":false,\"until\":4000007201," \
	"\"runs\":[[4000000000,4000007200,null]],\"licenses\":[]," \
	"\"pool\":{\"id\":\"m\",\"nodes\":8,\"free\":[[4000000000,4000010800," nodes "]]}"
/* All 8 nodes are free; 6 of them, too few for A and C. */
static const char all_free[] = FREE("8");
static const char six_free[] = FREE("6");

/*
 * Seven of eight nodes are free at each moment: n7 until 1800, n8 from then on. %s is
 * what is told of the nodes.
 */
static const char seven_free[] =
	"\"status\":0,\"now\":1,\"ledger\":\"x\",\"cut\":false,\"until\":4000007201,"
	"\"runs\":[[4000000000,4000007200,null]],\"licenses\":[],"
	"\"pool\":{\"id\":\"m\",\"nodes\":8,\"free\":[[4000000000,4000010800,7]],"
	"\"names\":[\"n1\",\"n2\",\"n3\",\"n4\",\"n5\",\"n6\",\"n7\",\"n8\"],"
	"\"alike\":%s}";
#define SIX "{\"names\":[\"n1\",\"n2\",\"n3\",\"n4\",\"n5\",\"n6\"]," \
	"\"free\":[[4000000000,4000010800]]}"
#define N7 "{\"names\":[\"n7\"],\"free\":[[4000000000,4000001800]]}"
#define N8 "{\"names\":[\"n8\"],\"free\":[[4000001800,4000010800]]}"

/* The same, while A and C hold n1 to n6 and n8 from 1800 to 5400. */
static const char seven_held[] =
	"\"status\":0,\"now\":1,\"ledger\":\"x\",\"cut\":false,\"until\":4000007201,"
	"\"runs\":[[4000005400,4000007200,null]],\"licenses\":[],"
	"\"pool\":{\"id\":\"m\",\"nodes\":8,\"free\":[[4000000000,4000001800,7],"
	"[4000001800,4000005400,0],[4000005400,4000010800,7]],"
	"\"names\":[\"n1\",\"n2\",\"n3\",\"n4\",\"n5\",\"n6\",\"n7\",\"n8\"],\"alike\":["
	"{\"names\":[\"n1\",\"n2\",\"n3\",\"n4\",\"n5\",\"n6\"],"
	"\"free\":[[4000000000,4000001800],[4000005400,4000010800]]}," N7 ","
	"{\"names\":[\"n8\"],\"free\":[[4000005400,4000010800]]}]}";

/*
 * A and C are held from 0 to 3600; from 3600 to 4000 a stranger has all nodes.
 */
static const char a_held[] =
	"\"status\":0,\"now\":1,\"ledger\":\"x\",\"cut\":false,\"until\":4000007201,"
	"\"runs\":[[4000004000,4000007200,null]],\"licenses\":[],"
	"\"pool\":{\"id\":\"m\",\"nodes\":8,\"free\":[[4000000000,4000003600,1],"
	"[4000003600,4000004000,0],[4000004000,4000010800,8]]}";
