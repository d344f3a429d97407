import { printTable } from '../../test/support/print.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { printOptions, readOptions } from '../options.ts'
import { openProofDatabase } from '../shared/proof-database.ts'
import { printViolations } from '../shared/violation.ts'
import { type FaultVerdict, proveFaults } from './faults.ts'
import { faultOptions } from './options.ts'

const options = readOptions(process.argv.slice(2), faultOptions)
printOptions(options)
process.exitCode = await withCleanup(async cleanup => {
  const url = await openProofDatabase(cleanup)
  const verdict = await proveFaults(cleanup, url, options)
  printVerdict(verdict)
  return verdict.violations.length === 0 ? 0 : 1
})

function printVerdict({ rounds, violations, output }: FaultVerdict): void {
  const headings = ['disturbed', 'how', 'requests', 'refused', 'p99 ms', 'longest ms', 'p99 after']
  const rows = rounds.map(({ target, kind, requests, failed, p99Ms, maxMs, afterP99Ms }) => {
    return [target, kind, requests, failed, p99Ms, maxMs, afterP99Ms]
  })
  printTable(headings, rows)
  printViolations(violations)
  if (violations.length > 0) console.log(`\nLast output of the servers:\n${output}`)
  console.log(violations.length === 0 ? '\nPASSED' : '\nFAILED')
}
