import { parseArgs } from 'node:util'

export interface Options {
  /** How long each figure of a round is measured. */
  seconds: number
  /** How many leads a database of `growth` holds at most. */
  most: number
}

/**
 * Reads what stands after the bench's name.
 *
 * @throws Error when an argument is unknown or no positive number
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '1' },
      most: { type: 'string', default: '10000000' },
    },
  })
  return { seconds: positive('seconds', values.seconds), most: positive('most', values.most) }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} ${text} is no positive number`)
  return number
}
