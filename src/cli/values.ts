/** How commands read their options. */
import type { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { parseUtc } from '../platform/dates.ts'
import type { Database } from '../platform/db/database.ts'
import { asUid } from '../platform/uid.ts'
import { openDatabase } from '../process/database.ts'
import type { SecurityLog } from '../rental/access/security-events/record-security-event.ts'
import type { Tables } from '../rental/tables.ts'

export type Values = Record<string, string | boolean | string[] | undefined>

/** What a command talks to. */
export interface Terminal {
  print(text: string): void
  /** Says why nothing was done. */
  complain(text: string): void
  input: Readable
}

/** Where a command logs: lines of JSON, as a server's, beside what it says. */
export function commandLog(complain: Terminal['complain']): SecurityLog {
  const at = (level: number) => (entry: object, msg: string) =>
    complain(JSON.stringify({ level, time: Date.now(), ...entry, msg }))
  return { info: at(30), warn: at(40) }
}

/** What was asked for: settings, options, and the words after the name of the command. */
export interface Asked extends Terminal {
  config: Config
  /** Opens the database for the time of the command, unless its process has it open. */
  withDatabase(use: (database: Database<Tables>) => Promise<void>): Promise<void>
  values: Values
  rest: string[]
}

export type Command = (asked: Asked) => Promise<void>

/** Opens the database of the settings for some work. */
export async function openFor(
  config: Config,
  use: (database: Database<Tables>) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(config)
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

export function needed(values: Values, name: string): string {
  const value = text(values[name])
  if (value === undefined) throw new Error(`--${name} is needed`)
  return value
}

export function neededUid(values: Values, name: string): string {
  const uid = asUid(needed(values, name))
  if (uid === null) throw new Error(`--${name} is the uid of ${articleOf(name)} ${name}`)
  return uid
}

function articleOf(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

export function text(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * A key that somebody has already: of the input or, as releases before had it, of the command,
 * where everybody sees it who may list processes.
 */
export async function importedKey(
  { stdin, import: given }: Values,
  input: Readable,
  complain: Terminal['complain'],
): Promise<string | undefined> {
  if (stdin === true) return (await readAll(input)).trim()
  if (typeof given !== 'string') return undefined
  complain('Others may have read the key in the list of processes: better --stdin than --import')
  return given
}

export function instant(value: Values[string]): Date | null {
  if (typeof value !== 'string') return null
  const at = parseUtc(value)
  if (at === null) throw new Error(`--expires '${value}' is no date such as 2027-01-31`)
  return at
}
