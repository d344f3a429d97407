/**
 * The plan of faults: the dependencies, the kinds of fault, and the workload that uses each
 * dependency during the fault.
 */

import type { Fault, FaultProxy } from '../../test/support/external-services/fault-proxy.ts'
import { deadMs, defaultEntry, hookName, type RunContext } from './run-context.ts'
import { bookings, largeTransfers, mails, ordinary, pictures, type Workload } from './workloads.ts'

export interface Nemesis {
  target: string
  kind: string
  /** Permitted impact on requests; null: only cedar is affected, which is not checked. */
  impact: Impact | null
  /** Workload of the disturbed agency. */
  workload: Workload
  /** Minimum duration for the fault to have an effect. */
  secondsMin?: number
  begin(context: RunContext): void
  end(context: RunContext): void
}

interface Impact {
  tenants: ('pine' | 'cedar')[]
  /** Maximum duration of a request during the fault. */
  responseMsMax: number
  /** Time after the fault within which all requests succeed again. */
  recoveryMs: number
  /** Time after the fault before which its effect may not be visible yet. */
  detectionMs?: number
}

/** Time limit of a request while the whole database does not respond. */
const requestMsMax = 10_000

const database: Impact = {
  tenants: ['pine', 'cedar'],
  responseMsMax: requestMsMax,
  recoveryMs: 5_000,
}
/** Queries end at their own timeout while the server is slow, or responds to other connections. */
const slowQueries: Impact = { ...database, responseMsMax: 36_000 }
/** Lost connections are detected by the timeouts of their queries. */
const deadConnections: Impact = { ...slowQueries, recoveryMs: 36_000 }
const databaseImpacts: Record<string, Impact> = {
  delay: slowQueries,
  drip: slowQueries,
  'stall half': slowQueries,
  'lose half': deadConnections,
}
/** A statement waits for a slow node until its timeout. */
const slowNode: Impact = { tenants: ['cedar'], responseMsMax: 20_000, recoveryMs: 5_000 }
const disconnectedNode: Impact = { ...slowNode, responseMsMax: 1_000 }
/** Lost connections to a node are detected by statements, or after `deadMs`. */
const lostNode: Impact = {
  ...slowNode,
  ...{ responseMsMax: 36_000, recoveryMs: 40_000, detectionMs: deadMs },
}
/** A node that does not respond, for longer than the timeout of statements. */
const freeze: Nemesis = {
  target: 'node',
  kind: 'freeze',
  workload: ordinary,
  impact: { ...slowNode, responseMsMax: 36_000 },
  secondsMin: 24,
  begin: ({ frozen }) => frozen!.freeze(),
  end: ({ frozen }) => frozen!.thaw(),
}
const nodeImpacts: Record<string, Impact> = { cut: disconnectedNode, lose: lostNode }

const faults: Record<string, Fault> = {
  stall: { kind: 'stall' },
  cut: { kind: 'cut' },
  drip: { kind: 'drip', bytesPerSecond: 400 },
  delay: { kind: 'delay', ms: 400 },
  lose: { kind: 'lose' },
}

/**
 * Returns the faults of a proxy: of all connections, and of every other open connection.
 */
function proxyFaults(
  target: string,
  workload: Workload,
  selectProxy: (context: RunContext) => FaultProxy,
  impactOf: (kind: string) => Impact | null = () => null,
): Nemesis[] {
  const end = (context: RunContext) => selectProxy(context).setFault(null)
  const all = Object.entries(faults).map(([kind, fault]): Nemesis => {
    const begin = (context: RunContext) => selectProxy(context).setFault(fault)
    return { target, kind, workload, impact: impactOf(kind), begin, end }
  })
  const some = (['stall', 'cut', 'lose'] as const).map((kind): Nemesis => {
    const half = (context: RunContext) =>
      selectProxy(context).connections.filter((_, i) => i % 2 === 0)
    const begin = (context: RunContext) => {
      for (const connection of half(context)) connection.setFault(faults[kind]!)
    }
    const name = `${kind} half`
    return { target, kind: name, workload, impact: impactOf(name), begin, end }
  })
  return [...all, ...some]
}

const nameFault = (kind: string, entry: RunContext['zone'][string] | undefined): Nemesis => ({
  target: 'names',
  kind,
  workload: bookings,
  impact: null,
  begin({ zone }) {
    if (entry) zone[hookName] = entry
    else delete zone[hookName]
  },
  end({ zone }) {
    zone[hookName] = defaultEntry
  },
})

const jump: Nemesis = {
  target: 'clocks',
  kind: 'jump',
  workload: ordinary,
  impact: null,
  begin: ({ jump }) => jump(),
  end: ({ jump }) => jump(),
}

/** Terminates the connections of all servers repeatedly, as restarts of PostgreSQL do. */
function restarts(): Nemesis {
  let timer: NodeJS.Timeout | undefined
  const intervalMs = 500
  const begin = ({ query }: RunContext) => {
    timer = setInterval(() => {
      query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'lodgepole%'`)
    }, intervalMs)
  }
  const end = () => clearInterval(timer)
  return { target: 'database', kind: 'restart', workload: ordinary, impact: database, begin, end }
}

/** Plans the requested number of faults per dependency, and always those of the database. */
export function planFaults(
  kinds: number,
  { node, frozen }: Pick<RunContext, 'node' | 'frozen'>,
): Nemesis[] {
  const limit = (all: Nemesis[]) => all.slice(0, kinds)
  const databaseFaults = proxyFaults(
    'database',
    ordinary,
    context => context.database,
    kind => databaseImpacts[kind] ?? database,
  )
  const nodeFaults = proxyFaults(
    'node',
    ordinary,
    context => context.node!,
    kind => nodeImpacts[kind.replace(' half', '')] ?? slowNode,
  )
  return [
    // The database comes first: the delay of pine's events is measured in later rounds, too.
    ...limit(databaseFaults),
    ...limit(databaseFaults.slice(5)),
    restarts(),
    ...(node ? [...limit(nodeFaults), ...limit(nodeFaults.slice(5))] : []),
    ...(frozen ? [freeze] : []),
    jump,
    ...limit(proxyFaults('files', pictures, ({ files }) => files)),
    ...limit(proxyFaults('mail', mails, ({ mail }) => mail)),
    ...limit([
      nameFault('silence', { A: 'silent', AAAA: 'silent' }),
      nameFault('delay', { ...defaultEntry, delayMs: 3_000 }),
      nameFault('nothing', undefined),
    ]),
    ...limit(proxyFaults('receivers', bookings, ({ receivers }) => receivers)),
    ...limit(proxyFaults('clients', largeTransfers, ({ clients }) => clients)),
  ]
}
