import { existsSync, readFileSync } from 'node:fs'

const millisecondsPerTick = 10

/**
 * Returns the CPU milliseconds that a process and its children have used so far, null without
 * /proc. Unlike requests per second they hardly depend on other load of the machine.
 */
export function cpuMs(pid: number): number | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const running = children.filter(child => child.trim() !== '').map(Number)
  return running.reduce((sum, child) => sum + (cpuMs(child) ?? 0), ownMs(pid))
}

/** Returns the CPU milliseconds of a process's own threads and of ended children. */
function ownMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field, the name in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  return (user! + system! + childUser! + childSystem!) * millisecondsPerTick
}
