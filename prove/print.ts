import { printTable } from '../test/support/print.ts'
import type { Verdict } from './no-overlap.ts'
import { printFindings } from './shared/finding.ts'

/** Prints what was tried and how it ended; of a proof that failed, what was found. */
export function printVerdict(verdict: Verdict): void {
  const { counts, traffic, findings, output } = verdict
  const total = new Map<string, number>()
  const rows = [...counts].sort().map(([act, each]) => {
    for (const [what, times] of each) total.set(what, (total.get(what) ?? 0) + times)
    return [act, sum(each), each.get('2xx') ?? 0, others(each)]
  })
  printTable(['act', 'tried', '2xx', 'otherwise'], rows)
  console.log(`${verdict.attempts} attempts, ${total.get('2xx') ?? 0} done; ${others(total)}`)
  console.log(`${verdict.kills} processes killed; ${verdict.races} races; ${verdict.looks} looks`)
  const { refused, retries, unknown, replays, away } = traffic
  console.log(
    `${retries} calls repeated after a broken connection, ${replays} of them answered from the
store, ${unknown} left unknown; ${refused} calls to a process that was away`.replace('\n', ' '),
  )
  if (away > 0) console.log(`${away} answers that a node of the cluster was away`)
  printFindings(findings)
  if (findings.length > 0) console.log(`\nThe processes wrote last:\n${output}`)
  console.log(findings.length === 0 ? '\nPASSED' : '\nFAILED')
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, times) => total + times, 0)
}

function others(counts: Map<string, number>): string {
  const named = [...counts].filter(([what]) => what !== '2xx')
  return named.map(([what, times]) => `${what} ${times}`).join(', ')
}
