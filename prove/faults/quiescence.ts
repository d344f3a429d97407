/** Checks that servers without requests release their resources. */
import { setTimeout as sleep } from 'node:timers/promises'
import { toViolations, type Violation } from '../shared/violation.ts'
import type { RunContext } from './run-context.ts'

/** Metrics of a server by name and labels. */
type Metrics = Map<string, number>

export type ServerMetrics = Metrics[]

const idleMsMax = 15_000
const extraTimersMax = 20
const stopMs = 15_000

export async function readMetrics({ origins }: RunContext): Promise<ServerMetrics> {
  return Promise.all(
    origins.map(async origin => {
      const text = await (await fetch(`${origin}/metrics`)).text()
      const lines = text.matchAll(/^([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm)
      return new Map([...lines].map(([, name, value]) => [name!, Number(value)]))
    }),
  )
}

/** Finds transactions, connections, permits and timers that idle servers hold. */
export async function checkIdle(context: RunContext, before: ServerMetrics): Promise<Violation[]> {
  const deadline = performance.now() + idleMsMax
  let held = await listHeld(context, before)
  while (held.length > 0 && performance.now() < deadline) {
    await sleep(500)
    held = await listHeld(context, before)
  }
  return toViolations('Idle servers hold no resources', held)
}

async function listHeld(context: RunContext, before: ServerMetrics): Promise<string[]> {
  const idle = await context.query(`select pid, query, state_change from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'
      and state_change < clock_timestamp() - interval '1 s'`)
  const metrics = await readMetrics(context)
  const held = metrics.flatMap((current, i) => {
    const isHeld = ([name, value]: [string, number]) =>
      value > 0 &&
      (/^lodgepole_turns\{/.test(name) ||
        // One query counts due work for these metrics.
        (/^lodgepole_database_waiting/.test(name) && value > 1) ||
        (/^lodgepole_database_connections\{.*in_use/.test(name) && !name.includes('"work"')))
    const timers = (source: Metrics) => source.get('nodejs_active_resources{type="Timeout"}') ?? 0
    const extraTimers = timers(current) - timers(before[i]!)
    return [
      ...[...current].filter(isHeld).map(entry => `${context.origins[i]}: ${entry.join(' ')}`),
      ...(extraTimers > extraTimersMax
        ? [`${context.origins[i]}: ${extraTimers} timers more`]
        : []),
    ]
  })
  return [...idle.map(row => `idle in a transaction: ${JSON.stringify(row)}`), ...held]
}

/** Stops the servers: each has to exit in time and to leave no connection. */
export async function checkShutdown({ processes, query }: RunContext): Promise<Violation[]> {
  for (const { pid } of processes) process.kill(pid, 'SIGTERM')
  const deadline = performance.now() + stopMs
  while (processes.some(server => server.exited() === null) && performance.now() < deadline) {
    await sleep(50)
  }
  const exitCodes = processes.map(server => server.exited())
  await sleep(200)
  const remaining = await query(`select application_name, state from pg_stat_activity
    where datname = current_database() and application_name like 'lodgepole%'`)
  return [
    ...toViolations(
      'Servers exit with 0 after SIGTERM',
      exitCodes.filter(code => code !== 0),
    ),
    ...toViolations('No connection is left', remaining),
  ]
}
