import { parseArgs } from 'node:util'

export type Options = {
  /** How many acts are tried, those of races included. */
  attempts: number
  /** How many are under way at once. */
  connections: number
  /** Server processes on the one database. */
  processes: number
  /** What is tried follows from it; in what order the answers come does not. */
  seed: number
}

export const standardOptions: Options = { attempts: 10_000, connections: 32, processes: 4, seed: 1 }

/**
 * Reads the command line: whole numbers, each with what it is when it is not given.
 *
 * @throws Error when an argument is unknown or no positive whole number
 */
export function readOptions<T extends Record<string, number>>(args: string[], standard: T): T {
  const option = { type: 'string' } as const
  const names = Object.keys(standard)
  const options = Object.fromEntries(names.map(name => [name, option]))
  const { values } = parseArgs({ args, options })
  const read = (name: string): [string, number] => {
    const value = Number(values[name] ?? standard[name])
    if (Number.isSafeInteger(value) && value > 0) return [name, value]
    throw new Error(`--${name} ${values[name]} is no positive whole number`)
  }
  return Object.fromEntries(names.map(read)) as T
}

/** Prints what a proof goes by, so that it can be run again. */
export function printOptions(options: object): void {
  console.log(
    Object.entries(options)
      .map(entry => entry.join(' '))
      .join(', '),
  )
}
