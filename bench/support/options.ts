import { parseArgs } from 'node:util'

export interface Options {
  /** Duration of each measurement in a round, in seconds. */
  seconds: number
  /** Maximum number of leads in a database of `growth`. */
  leadsMax: number
}

/**
 * Reads the arguments after the bench's name.
 *
 * @throws Error if an argument is unknown or is not a positive number
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '1' },
      most: { type: 'string', default: '10000000' },
    },
  })
  return { seconds: positive('seconds', values.seconds), leadsMax: positive('most', values.most) }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} ${text} is not a positive number`)
  return number
}
