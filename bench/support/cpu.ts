import { existsSync, readFileSync } from 'node:fs'

const millisecondsPerTick = 10

/**
 * Processor time, in milliseconds, that a process and its children have used so far. Unlike
 * requests per second it hardly depends on what else the machine is doing. Null where there is no
 * /proc.
 */
export function cpuMs(pid: number): number | null {
  if (!existsSync(`/proc/${pid}/stat`)) return null
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  const running = children.filter(child => child.trim() !== '').map(Number)
  return running.reduce((sum, child) => sum + (cpuMs(child) ?? 0), ownMs(pid))
}

/** Its own threads and the children that have ended. */
function ownMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field, the name in parentheses, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number)
  return (user! + system! + childUser! + childSystem!) * millisecondsPerTick
}
