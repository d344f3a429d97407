import { printTable } from '../../test/support/print.ts'
import type { FaultVerdict } from './faults.ts'

/** Prints how each disturbance went; of a proof that failed, what was found. */
export function printVerdict({ rounds, findings, output }: FaultVerdict): void {
  const headings = ['disturbed', 'how', 'requests', 'refused', 'p99 ms', 'longest ms', 'p99 after']
  const rows = rounds.map(({ target, kind, requests, failed, p99Ms, mostMs, afterP99Ms }) => {
    return [target, kind, requests, failed, p99Ms, mostMs, afterP99Ms]
  })
  printTable(headings, rows)
  for (const { rule, count, examples } of findings) {
    console.log(`\nBROKEN ${count} times: ${rule}`)
    for (const example of examples) console.log(`  ${example}`)
  }
  if (findings.length > 0) console.log(`\nThe servers wrote last:\n${output}`)
  console.log(findings.length === 0 ? '\nPASSED' : '\nFAILED')
}
