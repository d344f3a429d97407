import { printTable } from '../test/support/print.ts'
import type { Verdict } from './no-overlap.ts'
import { printViolations } from './shared/violation.ts'

export function printVerdict(verdict: Verdict): void {
  const { counts, traffic, violations, output } = verdict
  const total = new Map<string, number>()
  const rows = [...counts].sort().map(([name, endings]) => {
    for (const [ending, times] of endings) total.set(ending, (total.get(ending) ?? 0) + times)
    return [name, sum(endings), endings.get('2xx') ?? 0, formatOther(endings)]
  })
  printTable(['operation', 'attempts', '2xx', 'other'], rows)
  console.log(`${verdict.attempts} attempts, ${total.get('2xx') ?? 0} done; ${formatOther(total)}`)
  console.log(`${verdict.kills} processes killed; ${verdict.races} races; ${verdict.checks} checks`)
  const { refused, retries, unknown, replays, unavailable } = traffic
  console.log(
    `${retries} calls retried after a broken connection, ${replays} of them replayed, ` +
      `${unknown} left unknown; ${refused} connections refused by a dead process`,
  )
  if (unavailable > 0) console.log(`${unavailable} responses of 503 because a node was unavailable`)
  printViolations(violations)
  if (violations.length > 0) console.log(`\nLast output of the processes:\n${output}`)
  console.log(violations.length === 0 ? '\nPASSED' : '\nFAILED')
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, times) => total + times, 0)
}

function formatOther(counts: Map<string, number>): string {
  const named = [...counts].filter(([ending]) => ending !== '2xx')
  return named.map(([ending, times]) => `${ending} ${times}`).join(', ')
}
