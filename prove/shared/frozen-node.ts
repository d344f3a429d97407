/** A node of a cluster on this machine, all of whose processes can be stopped and let go on. */
import { readdirSync, readFileSync } from 'node:fs'
import { query } from '../../test/support/postgres.ts'

export interface FrozenNode {
  /** Has it say nothing any more, with its connections open. */
  freeze(): void
  /** Lets it go on; twice is once. */
  thaw(): void
}

/**
 * Finds the processes of a node by its postmaster, as a superuser of the database at `url` is told.
 *
 * @returns null when the node is not on this machine, or this process may not stop it
 */
export async function findFrozenNode(
  url: string,
  { host, port }: { host: string; port: number },
): Promise<FrozenNode | null> {
  const at = Object.assign(new URL(url), { hostname: host, port: String(port) })
  const [row] = await query(
    String(at),
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
  )
  const pid = Number(row!.pid)
  if (!isPostgres(pid)) return null
  const frozen = new Set<number>()
  return {
    freeze() {
      // The postmaster first: it would start others in place of those that are stopped.
      for (const each of [pid, ...childrenOf(pid)]) if (signal(each, 'SIGSTOP')) frozen.add(each)
    },
    thaw() {
      for (const each of frozen) signal(each, 'SIGCONT')
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

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => parentOf(pid) === parent)
}

/** The fourth field of `stat`, behind a name in parentheses that may hold anything. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** Returns whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
