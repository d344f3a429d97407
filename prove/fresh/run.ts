import { withCleanup } from '../../test/support/temporary.ts'
import { printOptions, readOptions } from '../options.ts'
import { printFindings } from '../shared/finding.ts'
import { openProofDatabase } from '../shared/proof-database.ts'
import { proxyWorkers } from '../shared/workers.ts'
import { proveFresh } from './fresh.ts'
import { freshOptions, plants } from './options.ts'

/** It takes some rounds until the clock is set to where an answer changes that is asked for. */
const plantedComparisons = 30_000

const options = readOptions(process.argv.slice(2), freshOptions)
printOptions(options)
process.exitCode = await withCleanup(async cleanup => {
  const url = await openProofDatabase(cleanup)
  const workers = await proxyWorkers(cleanup, url)
  const started = Date.now()
  const { comparisons, away, rounds, kills, findings } = await proveFresh(cleanup, url, options, {
    workers,
  })
  const seconds = Math.round((Date.now() - started) / 1_000)
  console.log(`${comparisons} answers compared, ${rounds} rounds, ${kills} kills, ${seconds} s`)
  if (workers) console.log(`${away} times the judge said 503, with a worker cut off`)
  printFindings(findings)
  let isProven = findings.length === 0
  for (const plant of plants) {
    const comparisons = Math.max(options.comparisons, plantedComparisons)
    const broken = await proveFresh(cleanup, url, { ...options, comparisons, kills: 0 }, { plant })
    const isCaught = broken.findings.length > 0
    const how = isCaught ? 'is caught' : 'IS NOT CAUGHT'
    console.log(`planted ${plant}: ${how} after ${broken.comparisons} comparisons`)
    isProven &&= isCaught
  }
  console.log(isProven ? '\nPASSED' : '\nFAILED')
  return isProven ? 0 : 1
})
