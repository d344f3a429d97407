import { withCleanup } from '../../test/support/temporary.ts'
import { printOptions, readOptions } from '../options.ts'
import { openProofDatabase } from '../shared/proof-database.ts'
import { proxyWorkers } from '../shared/workers.ts'
import { proveNoLoss } from './no-loss.ts'
import { noLossOptions } from './options.ts'
import { printVerdict } from './print.ts'

const options = readOptions(process.argv.slice(2), noLossOptions)
printOptions(options)
process.exitCode = await withCleanup(async cleanup => {
  const url = await openProofDatabase(cleanup)
  const workers = await proxyWorkers(cleanup, url)
  const verdict = await proveNoLoss(cleanup, url, options, workers)
  printVerdict(verdict)
  return verdict.violations.length === 0 ? 0 : 1
})
