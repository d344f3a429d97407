/** What is disturbed, in which ways, and what is done meanwhile that needs it. */

import { requestEndsMs } from '../../src/platform/db/patience.ts'
import type { Fault, FaultProxy } from '../../test/support/outside/fault-proxy.ts'
import { deadMs, hookName, quietEntry, type Stage } from './stage.ts'
import { bookings, mails, ordinary, pictures, throughLine, type Work } from './work.ts'

export interface Disturbance {
  target: string
  kind: string
  /** Those whose requests may be refused meanwhile; null: cedar's, which are not looked at. */
  bears: Bearing | null
  /** What the disturbed agency does. */
  work: Work
  /** Shows what it does only after so many seconds. */
  secondsMin?: number
  begin(stage: Stage): void
  end(stage: Stage): void
}

export interface Bearing {
  who: ('pine' | 'cedar')[]
  /** Their requests end within this, in milliseconds. */
  endsMsMax: number
  /** All is as before so long after the end, in milliseconds. */
  recoveryMs: number
  /** Till then it may seem so already, in milliseconds after the end. */
  seemingMs?: number
}

const database: Bearing = {
  who: ['pine', 'cedar'],
  endsMsMax: requestEndsMs,
  recoveryMs: 5_000,
}
/** A node that is there, and slow, is waited for as long as a statement may take. */
const slowNode: Bearing = { who: ['cedar'], endsMsMax: 20_000, recoveryMs: 5_000 }
const goneNode: Bearing = { ...slowNode, endsMsMax: 1_000 }
/** Connections that are dead are found so by statements, or after a while: see `deadMs`. */
const lostNode: Bearing = {
  ...slowNode,
  ...{ endsMsMax: 36_000, recoveryMs: 40_000, seemingMs: deadMs },
}
/** A node that is there and says nothing, until after statements have been canceled for it. */
const freeze: Disturbance = {
  target: 'node',
  kind: 'freeze',
  work: ordinary,
  bears: { ...slowNode, endsMsMax: 36_000 },
  secondsMin: 24,
  begin: ({ frozen }) => frozen!.freeze(),
  end: ({ frozen }) => frozen!.thaw(),
}
const bearingsOfNode: Record<string, Bearing> = { cut: goneNode, lose: lostNode }

const faults: Record<string, Fault> = {
  stall: { kind: 'stall' },
  cut: { kind: 'cut' },
  drip: { kind: 'drip', bytesPerSecond: 400 },
  delay: { kind: 'delay', ms: 400 },
  lose: { kind: 'lose' },
}

/** Disturbs what goes through a proxy: all connections, and some of those that are open. */
function through(
  target: string,
  work: Work,
  of: (stage: Stage) => FaultProxy,
  bearing: (kind: string) => Bearing | null = () => null,
): Disturbance[] {
  const end = (stage: Stage) => of(stage).setFault(null)
  const all = Object.entries(faults).map(([kind, fault]): Disturbance => {
    const begin = (stage: Stage) => of(stage).setFault(fault)
    return { target, kind, work, bears: bearing(kind), begin, end }
  })
  const some = (['stall', 'cut', 'lose'] as const).map((kind): Disturbance => {
    const half = (stage: Stage) => of(stage).connections.filter((_, i) => i % 2 === 0)
    const begin = (stage: Stage) => {
      for (const connection of half(stage)) connection.setFault(faults[kind]!)
    }
    return { target, kind: `${kind} half`, work, bears: bearing(kind), begin, end }
  })
  return [...all, ...some]
}

const names = (kind: string, entry: Stage['zone'][string] | undefined): Disturbance => ({
  target: 'names',
  kind,
  work: bookings,
  bears: null,
  begin({ zone }) {
    if (entry) zone[hookName] = entry
    else delete zone[hookName]
  },
  end({ zone }) {
    zone[hookName] = quietEntry
  },
})

const jump: Disturbance = {
  target: 'clocks',
  kind: 'jump',
  work: ordinary,
  bears: null,
  begin: ({ jump }) => jump(),
  end: ({ jump }) => jump(),
}

/** Ends the connections of all servers again and again, as restarts of PostgreSQL do. */
function restarts(): Disturbance {
  let timer: NodeJS.Timeout | undefined
  const everyMs = 500
  const begin = ({ ask }: Stage) => {
    timer = setInterval(() => {
      ask(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'lodgepole%'`)
    }, everyMs)
  }
  const end = () => clearInterval(timer)
  return { target: 'database', kind: 'restart', work: ordinary, bears: database, begin, end }
}

/** As many ways for each target as are asked for, and those of the database by all means. */
export function planOf(
  kinds: number,
  { node, frozen }: Pick<Stage, 'node' | 'frozen'>,
): Disturbance[] {
  const few = (all: Disturbance[]) => all.slice(0, kinds)
  const ofDatabase = through(
    'database',
    ordinary,
    stage => stage.database,
    () => database,
  )
  const ofNode = through(
    'node',
    ordinary,
    stage => stage.node!,
    kind => bearingsOfNode[kind] ?? slowNode,
  )
  return [
    // First, for what comes after is also looked at for how soon pine is told.
    ...few(ofDatabase),
    ...few(ofDatabase.slice(5)),
    restarts(),
    ...(node ? [...few(ofNode), ...few(ofNode.slice(5))] : []),
    ...(frozen ? [freeze] : []),
    jump,
    ...few(through('files', pictures, ({ files }) => files)),
    ...few(through('mail', mails, ({ mail }) => mail)),
    ...few([
      names('silence', { A: 'silent', AAAA: 'silent' }),
      names('delay', { ...quietEntry, delayMs: 3_000 }),
      names('nothing', undefined),
    ]),
    ...few(through('receivers', bookings, ({ receivers }) => receivers)),
    ...few(through('clients', throughLine, ({ clients }) => clients)),
  ]
}
