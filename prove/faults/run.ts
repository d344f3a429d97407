import { startPostgres } from '../../test/support/postgres.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { readOptions } from '../options.ts'
import { proveFaults } from './faults.ts'
import { faultOptions } from './options.ts'
import { printVerdict } from './print.ts'

const options = readOptions(process.argv.slice(2), faultOptions)
console.log(
  Object.entries(options)
    .map(entry => entry.join(' '))
    .join(', '),
)
process.exitCode = await withCleanup(async cleanup => {
  const { url, version } = await startPostgres(cleanup)
  console.log(`PostgreSQL ${version}`)
  const verdict = await proveFaults(cleanup, url, options)
  printVerdict(verdict)
  return verdict.findings.length === 0 ? 0 : 1
})
