import { parseArgs } from 'node:util'

export interface Options {
  /** How long each figure of a round is measured. */
  seconds: number
}

/**
 * Reads what stands after the bench's name.
 *
 * @throws Error when an argument is unknown or no positive number
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '1' } } })
  const seconds = Number(values.seconds)
  if (!(seconds > 0)) throw new Error(`--seconds ${values.seconds} is no positive number`)
  return { seconds }
}
