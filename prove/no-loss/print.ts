import { printTable } from '../../test/support/print.ts'
import { printViolations } from '../shared/violation.ts'
import type { NoLossVerdict } from './no-loss.ts'

export function printVerdict(verdict: NoLossVerdict): void {
  const { counts, traffic, violations } = verdict
  const rows = [...counts].sort().map(([name, endings]) => {
    const rejections = [...endings].filter(([ending]) => !['done', 'unknown'].includes(ending))
    const refused = rejections.map(([ending, times]) => `${ending} ${times}`).join(', ')
    return [
      name,
      sum([...endings.values()]),
      endings.get('done') ?? 0,
      endings.get('unknown') ?? 0,
      refused,
    ]
  })
  printTable(['operation', 'attempts', 'done', 'unknown', 'rejected'], rows)
  const total = (column: number) => sum(rows.map(row => Number(row[column])))
  const [tried, done, unknown] = [total(1), total(2), total(3)]
  console.log(
    `${tried} operations: ${done} done, ${tried - done - unknown} rejected, ${unknown} unknown`,
  )
  const { kills, webhookOperations } = verdict
  console.log(`${kills} processes killed; ${webhookOperations} operations on webhooks`)
  console.log(`${traffic.retries} calls retried, ${traffic.replays} replayed`)
  const { events, deliveries, arrivals, duplicates, late } = verdict
  console.log(`${events} events, ${deliveries} deliveries, ${arrivals} requests received`)
  console.log(`${duplicates} accepted more than once, ${late} marked late`)
  const attempts = verdict.attempts.map(({ outcome, times }) => `${outcome} ${times}`)
  console.log(`attempts: ${attempts.join(', ')}`)
  printViolations(violations)
  if (violations.length > 0) console.log(`\nLast output of the processes:\n${verdict.output}`)
  console.log(violations.length === 0 ? '\nPASSED' : '\nFAILED')
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
