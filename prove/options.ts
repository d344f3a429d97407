import { parseArgs } from 'node:util'

export type Options = {
  /** Number of attempts, including those of races. */
  attempts: number
  /** Number of concurrent operations. */
  connections: number
  /** Server processes on the one database. */
  processes: number
  /** Seed of the attempts; it does not determine the order of the responses. */
  seed: number
}

export const standardOptions: Options = { attempts: 10_000, connections: 32, processes: 4, seed: 1 }

/**
 * Reads the command line: positive integers, each with its default.
 *
 * @throws Error if an argument is unknown or is not a positive integer
 */
export function readOptions<T extends Record<string, number>>(args: string[], standard: T): T {
  const option = { type: 'string' } as const
  const names = Object.keys(standard)
  const options = Object.fromEntries(names.map(name => [name, option]))
  const { values } = parseArgs({ args, options })
  const read = (name: string): [string, number] => {
    const value = Number(values[name] ?? standard[name])
    if (Number.isSafeInteger(value) && value > 0) return [name, value]
    throw new Error(`--${name} ${values[name]} is not a positive integer`)
  }
  return Object.fromEntries(names.map(read)) as T
}

/** Prints the options, which allow the run to be repeated. */
export function printOptions(options: object): void {
  console.log(
    Object.entries(options)
      .map(entry => entry.join(' '))
      .join(', '),
  )
}
