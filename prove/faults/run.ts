import { printTable } from '../../test/support/print.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { printOptions, readOptions } from '../options.ts'
import { printFindings } from '../shared/finding.ts'
import { openProofDatabase } from '../shared/proof-database.ts'
import { type FaultVerdict, proveFaults } from './faults.ts'
import { faultOptions } from './options.ts'

const options = readOptions(process.argv.slice(2), faultOptions)
printOptions(options)
process.exitCode = await withCleanup(async cleanup => {
  const url = await openProofDatabase(cleanup)
  const verdict = await proveFaults(cleanup, url, options)
  printVerdict(verdict)
  return verdict.findings.length === 0 ? 0 : 1
})

/** Prints how each disturbance went; of a proof that failed, what was found. */
function printVerdict({ rounds, findings, output }: FaultVerdict): void {
  const headings = ['disturbed', 'how', 'requests', 'refused', 'p99 ms', 'longest ms', 'p99 after']
  const rows = rounds.map(({ target, kind, requests, failed, p99Ms, mostMs, afterP99Ms }) => {
    return [target, kind, requests, failed, p99Ms, mostMs, afterP99Ms]
  })
  printTable(headings, rows)
  printFindings(findings)
  if (findings.length > 0) console.log(`\nThe servers wrote last:\n${output}`)
  console.log(findings.length === 0 ? '\nPASSED' : '\nFAILED')
}
