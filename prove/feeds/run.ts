import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { printOptions, readOptions } from '../options.ts'
import type { Order } from './engine.ts'
import type { FeedVerdict } from './feeds.ts'
import { type Engine, engines, feedOptions } from './options.ts'
import { type Plant, type PlantName, plants } from './planted.ts'

/** A planted fault has to be found in this time. */
const plantedMinutes = 3

const options = readOptions(process.argv.slice(2), feedOptions)
printOptions(options)
const { plants: plantsMax, ...length } = options
const verdicts = await Promise.all(engines.map(engine => prove({ engine, ...length })))
for (const [i, { histories, steps, failed }] of verdicts.entries()) {
  console.log(`${engines[i]}: ${histories} histories, ${steps} acts`)
  if (failed) printFailed(failed)
}
const isKept = verdicts.every(({ failed }) => failed === null)
const isProven = isKept && (await proveAllPlanted(Object.keys(plants).slice(0, plantsMax)))
console.log(isProven ? '\nPASSED' : '\nFAILED')
process.exitCode = isProven ? 0 : 1

/** Looks whether planted faults are found, on both engines in turn. */
async function proveAllPlanted(names: string[]): Promise<boolean> {
  const left = names.map((name, i) => ({ name, engine: engines[i % 2]! }))
  const isFound: boolean[] = []
  const proveSome = async (engine: Engine) => {
    for (const { name } of left.filter(one => one.engine === engine)) {
      const { seed = 1 }: Plant = plants[name as PlantName]
      const order = { engine, seed, minutes: plantedMinutes, steps: feedOptions.steps }
      const { failed, histories } = await prove(order, name as PlantName)
      isFound.push(failed !== null)
      const how = failed ? `is found: ${failed.broken[0]}` : 'IS NOT FOUND'
      console.log(`planted ${name}, ${histories} histories on ${engine}: ${how}`)
    }
  }
  await Promise.all(engines.map(proveSome))
  return isFound.every(found => found)
}

/** Proves an engine in a process of its own. */
async function prove(order: Order, plant?: PlantName): Promise<FeedVerdict> {
  const [entry, preload] = ['engine.ts', 'preload.ts'].map(file => join(import.meta.dirname, file))
  const env = { ...process.env, PLANT: plant ?? '' }
  const child = fork(entry!, { execArgv: ['--import', preload!], env })
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
  console.log(`  npm run prove:feeds -- --seed ${seed} --steps 1`)
}
