import { parseArgs } from 'node:util'

export interface Options {
  /** Duration of each measurement in a round, in seconds. */
  seconds: number
  /** Maximum number of leads in a database of `growth`. */
  leadsMax: number
  /** Engine to measure alone in a bench of both; null: both. */
  engine: Engine | null
}

const engines = ['postgres', 'embedded'] as const

type Engine = (typeof engines)[number]

/**
 * Reads the arguments after the bench's name.
 *
 * @throws Error if an argument is unknown or invalid
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '1' },
      most: { type: 'string', default: '10000000' },
      engine: { type: 'string' },
    },
  })
  const engine = engines.find(name => name === values.engine) ?? null
  if (values.engine !== undefined && engine === null)
    throw new Error(`--engine ${values.engine} is not one of ${engines.join(', ')}`)
  return {
    seconds: positive('seconds', values.seconds),
    leadsMax: positive('most', values.most),
    engine,
  }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} ${text} is not a positive number`)
  return number
}
