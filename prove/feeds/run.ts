import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { printOptions, readOptions } from '../options.ts'
import type { Order } from './engine.ts'
import type { FeedVerdict } from './feeds.ts'
import { engines, feedOptions } from './options.ts'

const options = readOptions(process.argv.slice(2), feedOptions)
printOptions(options)
const verdicts = await Promise.all(engines.map(engine => prove({ engine, ...options })))
for (const [i, { histories, steps, failed }] of verdicts.entries()) {
  console.log(`${engines[i]}: ${histories} histories, ${steps} acts`)
  if (failed) printFailed(failed)
}
const isProven = verdicts.every(({ failed }) => failed === null)
console.log(isProven ? '\nPASSED' : '\nFAILED')
process.exitCode = isProven ? 0 : 1

/** Proves an engine in a process of its own. */
async function prove(order: Order): Promise<FeedVerdict> {
  const child = fork(join(import.meta.dirname, 'engine.ts'))
  child.send(order)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${order.engine} ended with ${code}`)
  })
  const [verdict] = (await Promise.race([once(child, 'message'), ended])) as [FeedVerdict]
  return verdict
}

function printFailed({ seed, broken, told }: NonNullable<FeedVerdict['failed']>): void {
  console.log(`\nBROKEN in the history of seed ${seed}`)
  for (const line of told) console.log(`  ${line}`)
  for (const line of broken) console.log(`  BROKEN: ${line}`)
  console.log(`  npm run prove:feeds -- --seed ${seed} --steps 200`)
}
