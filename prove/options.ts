import { parseArgs } from 'node:util'

export interface Options {
  /** How many acts are tried, those of races included. */
  attempts: number
  /** How many are under way at once. */
  connections: number
  /** Server processes on the one database. */
  processes: number
  /** What is tried follows from it; in what order the answers come does not. */
  seed: number
}

const standard: Options = { attempts: 10_000, connections: 32, processes: 4, seed: 1 }

/**
 * Reads the command line.
 *
 * @throws Error when an argument is unknown or no positive whole number
 */
export function readOptions(args: string[]): Options {
  const option = { type: 'string' } as const
  const names = Object.keys(standard) as (keyof Options)[]
  const options = Object.fromEntries(names.map(name => [name, option]))
  const { values } = parseArgs({ args, options })
  const read = (name: keyof Options): [string, number] => {
    const value = Number(values[name] ?? standard[name])
    if (Number.isSafeInteger(value) && value > 0) return [name, value]
    throw new Error(`--${name} ${values[name]} is no positive whole number`)
  }
  return Object.fromEntries(names.map(read)) as unknown as Options
}
