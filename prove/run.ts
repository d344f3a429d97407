import { withCleanup } from '../test/support/temporary.ts'
import { proveNoOverlap } from './no-overlap.ts'
import { printOptions, readOptions, standardOptions } from './options.ts'
import { printVerdict } from './print.ts'
import { openProofDatabase } from './shared/proof-database.ts'
import { proxyWorkers } from './shared/workers.ts'

const options = readOptions(process.argv.slice(2), standardOptions)
printOptions(options)
process.exitCode = await withCleanup(async cleanup => {
  const url = await openProofDatabase(cleanup)
  const workers = await proxyWorkers(cleanup, url)
  const verdict = await proveNoOverlap(cleanup, url, options, workers)
  printVerdict(verdict)
  return verdict.violations.length === 0 ? 0 : 1
})
