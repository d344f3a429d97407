/** What servers hold when nobody asks them anything, and that they let go of it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Finding, findingOf } from '../shared/finding.ts'
import type { Stage } from './stage.ts'

/** What a server says of itself: each figure by its name and labels. */
type Figures = Map<string, number>

export type Rest = Figures[]

const calmMs = 15_000
const timersMore = 20
const stopMs = 15_000

export async function figuresOf({ origins }: Stage): Promise<Rest> {
  return Promise.all(
    origins.map(async origin => {
      const text = await (await fetch(`${origin}/metrics`)).text()
      const lines = text.matchAll(/^([a-z_]+(?:\{[^}]*\})?) (\S+)$/gm)
      return new Map([...lines].map(([, name, value]) => [name!, Number(value)]))
    }),
  )
}

/** Whatever is held while nothing happens: transactions, connections, turns, timers. */
export async function checkRest(stage: Stage, before: Rest): Promise<Finding[]> {
  const until = performance.now() + calmMs
  let held = await heldBy(stage, before)
  while (held.length > 0 && performance.now() < until) {
    await sleep(500)
    held = await heldBy(stage, before)
  }
  return findingOf('Nothing is held when nothing happens', held)
}

async function heldBy(stage: Stage, before: Rest): Promise<string[]> {
  const idle = await stage.ask(`select pid, query, state_change from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'
      and state_change < clock_timestamp() - interval '1 s'`)
  const figures = await figuresOf(stage)
  const held = figures.flatMap((each, i) => {
    const isHeld = ([name, value]: [string, number]) =>
      value > 0 &&
      (/^lodgepole_turns\{/.test(name) ||
        // One counts what is due, for these figures.
        (/^lodgepole_database_waiting/.test(name) && value > 1) ||
        (/^lodgepole_database_connections\{.*in_use/.test(name) && !name.includes('"work"')))
    const timers = (of: Figures) => of.get('nodejs_active_resources{type="Timeout"}') ?? 0
    const more = timers(each) - timers(before[i]!)
    return [
      ...[...each].filter(isHeld).map(entry => `${stage.origins[i]}: ${entry.join(' ')}`),
      ...(more > timersMore ? [`${stage.origins[i]}: ${more} timers more`] : []),
    ]
  })
  return [...idle.map(row => `idle in a transaction: ${JSON.stringify(row)}`), ...held]
}

/** Stops the servers: each ends by itself, in time, and leaves no connection. */
export async function checkEnd({ processes, ask }: Stage): Promise<Finding[]> {
  for (const { pid } of processes) process.kill(pid, 'SIGTERM')
  const until = performance.now() + stopMs
  while (processes.some(each => each.exited() === null) && performance.now() < until) {
    await sleep(50)
  }
  const ends = processes.map(each => each.exited())
  await sleep(200)
  const left = await ask(`select application_name, state from pg_stat_activity
    where datname = current_database() and application_name like 'lodgepole%'`)
  return [
    ...findingOf(
      'Servers stop when they are told to',
      ends.filter(end => end !== 0),
    ),
    ...findingOf('No connection is left', left),
  ]
}
