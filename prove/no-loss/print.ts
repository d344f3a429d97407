import { printTable } from '../../test/support/print.ts'
import { printFindings } from '../shared/finding.ts'
import type { NoLossVerdict } from './no-loss.ts'

/** Prints what was tried and how it ended; of a proof that failed, what was found. */
export function printVerdict(verdict: NoLossVerdict): void {
  const { counts, traffic, findings } = verdict
  const rows = [...counts].sort().map(([act, each]) => {
    const others = [...each].filter(([what]) => !['done', 'unknown'].includes(what))
    const refused = others.map(([what, times]) => `${what} ${times}`).join(', ')
    return [act, sum([...each.values()]), each.get('done') ?? 0, each.get('unknown') ?? 0, refused]
  })
  printTable(['act', 'tried', 'done', 'unknown', 'refused'], rows)
  const total = (column: number) => sum(rows.map(row => Number(row[column])))
  const [tried, done, unknown] = [total(1), total(2), total(3)]
  console.log(
    `${tried} acts: ${done} done, ${tried - done - unknown} refused, ${unknown} left unknown`,
  )
  const { kills, webhookActs } = verdict
  console.log(`${kills} processes killed; ${webhookActs} acts on webhooks meanwhile`)
  console.log(`${traffic.retries} calls repeated, ${traffic.replays} answered from the store`)
  const { events, deliveries, arrivals, duplicates, late } = verdict
  console.log(`${events} events, ${deliveries} deliveries, ${arrivals} requests received`)
  console.log(`${duplicates} accepted more than once, ${late} marked late`)
  const attempts = verdict.attempts.map(({ outcome, times }) => `${outcome} ${times}`)
  console.log(`attempts: ${attempts.join(', ')}`)
  printFindings(findings)
  if (findings.length > 0) console.log(`\nThe processes wrote last:\n${verdict.output}`)
  console.log(findings.length === 0 ? '\nPASSED' : '\nFAILED')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
