import { withCleanup } from '../../test/support/temporary.ts'
import { printOptions, readOptions } from '../options.ts'
import { openProofDatabase } from '../shared/proof-database.ts'
import { printViolations } from '../shared/violation.ts'
import { proxyWorkers } from '../shared/workers.ts'
import { proveFresh } from './fresh.ts'
import { freshOptions, mutations } from './options.ts'

/** Minimum number of comparisons for a mutation: some rounds pass before a response expires. */
const mutationComparisons = 30_000

const options = readOptions(process.argv.slice(2), freshOptions)
printOptions(options)
process.exitCode = await withCleanup(async cleanup => {
  const url = await openProofDatabase(cleanup)
  const workers = await proxyWorkers(cleanup, url)
  const started = Date.now()
  const { comparisons, unavailable, rounds, kills, violations } = await proveFresh(
    cleanup,
    url,
    options,
    {
      workers,
    },
  )
  const seconds = Math.round((Date.now() - started) / 1_000)
  console.log(`${comparisons} responses compared, ${rounds} rounds, ${kills} kills, ${seconds} s`)
  if (workers)
    console.log(
      `${unavailable} responses of 503 by the reference server, with a worker disconnected`,
    )
  printViolations(violations)
  let isProven = violations.length === 0
  for (const mutation of mutations) {
    const comparisons = Math.max(options.comparisons, mutationComparisons)
    const broken = await proveFresh(
      cleanup,
      url,
      { ...options, comparisons, kills: 0 },
      { mutation },
    )
    const isCaught = broken.violations.length > 0
    const how = isCaught ? 'is caught' : 'IS NOT CAUGHT'
    console.log(`mutation ${mutation}: ${how} after ${broken.comparisons} comparisons`)
    isProven &&= isCaught
  }
  console.log(isProven ? '\nPASSED' : '\nFAILED')
  return isProven ? 0 : 1
})
