/** A node of a cluster on this machine, all of whose processes can be stopped and resumed. */
import { readdirSync, readFileSync } from 'node:fs'
import { query } from '../../test/support/postgres.ts'

export interface FrozenNode {
  /** Stops all processes of the node; its connections stay open without a response. */
  freeze(): void
  /** Resumes the processes; a second call has no effect. */
  thaw(): void
}

/**
 * Finds the processes of a node by its postmaster, whose pid a superuser can read.
 *
 * @param url database of the cluster, as a superuser
 * @returns null if the node is not on this machine, or this process may not stop it
 */
export async function findFrozenNode(
  url: string,
  { host, port }: { host: string; port: number },
): Promise<FrozenNode | null> {
  const nodeUrl = Object.assign(new URL(url), { hostname: host, port: String(port) })
  const [row] = await query(
    String(nodeUrl),
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  const pid = Number(row!.pid)
  if (!isPostgres(pid)) return null
  const frozen = new Set<number>()
  return {
    freeze() {
      // The postmaster is stopped first: it would replace child processes that are stopped.
      for (const target of [pid, ...listChildren(pid)])
        if (signal(target, 'SIGSTOP')) frozen.add(target)
    },
    thaw() {
      for (const target of frozen) signal(target, 'SIGCONT')
      frozen.clear()
    },
  }
}

function isPostgres(pid: number): boolean {
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')) && signal(pid, 0)
  } catch {
    return false
  }
}

function listChildren(parent: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => readParent(pid) === parent)
}

/** Reads the fourth field of `stat`, after a name in parentheses that may contain anything. */
function readParent(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** Sends a signal. Returns false if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
