import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { printOptions, readOptions } from '../options.ts'
import type { Order } from './engine.ts'
import type { FeedVerdict } from './feeds.ts'
import { type Mutation, type MutationName, mutations } from './mutations.ts'
import { type Engine, engines, feedOptions } from './options.ts'

/** Time in which a mutation has to be detected. */
const mutationMinutes = 3

const options = readOptions(process.argv.slice(2), feedOptions)
printOptions(options)
const { plants: mutationsMax, ...length } = options
const verdicts = await Promise.all(engines.map(engine => prove({ engine, ...length })))
for (const [i, { histories, steps, failed }] of verdicts.entries()) {
  console.log(`${engines[i]}: ${histories} histories, ${steps} actions`)
  if (failed) printFailed(failed)
}
const hasNoViolation = verdicts.every(({ failed }) => failed === null)
const isProven =
  hasNoViolation && (await proveMutations(Object.keys(mutations).slice(0, mutationsMax)))
console.log(isProven ? '\nPASSED' : '\nFAILED')
process.exitCode = isProven ? 0 : 1

/** Returns whether all mutations are detected, alternately on both engines. */
async function proveMutations(names: string[]): Promise<boolean> {
  const remaining = names.map((name, i) => ({ name, engine: engines[i % 2]! }))
  const detections: boolean[] = []
  const proveSome = async (engine: Engine) => {
    for (const { name } of remaining.filter(entry => entry.engine === engine)) {
      const { seed = 1 }: Mutation = mutations[name as MutationName]
      const order = { engine, seed, minutes: mutationMinutes, steps: feedOptions.steps }
      const { failed, histories } = await prove(order, name as MutationName)
      detections.push(failed !== null)
      const how = failed ? `is detected: ${failed.violations[0]}` : 'IS NOT DETECTED'
      console.log(`mutation ${name}, ${histories} histories on ${engine}: ${how}`)
    }
  }
  await Promise.all(engines.map(proveSome))
  return detections.every(isDetected => isDetected)
}

/** Runs the proof on an engine in a child process. */
async function prove(order: Order, mutation?: MutationName): Promise<FeedVerdict> {
  const [entry, preload] = ['engine.ts', 'preload.ts'].map(file => join(import.meta.dirname, file))
  const env = { ...process.env, PLANT: mutation ?? '' }
  const child = fork(entry!, { execArgv: ['--import', preload!], env })
  child.send(order)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${order.engine} ended with ${code}`)
  })
  const [verdict] = (await Promise.race([once(child, 'message'), ended])) as [FeedVerdict]
  return verdict
}

function printFailed({ seed, violations, log }: NonNullable<FeedVerdict['failed']>): void {
  console.log(`\nBROKEN in the history of seed ${seed}`)
  for (const line of log) console.log(`  ${line}`)
  for (const line of violations) console.log(`  BROKEN: ${line}`)
  console.log(`  npm run prove:feeds -- --seed ${seed} --steps 1`)
}
