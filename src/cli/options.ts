/** Options that several commands have, and how values of options are read. */
import { text as readAll } from 'node:stream/consumers'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { postgresUrl } from '../config/database-config.ts'
import { parseUtc } from '../platform/dates.ts'
import { isEmailAddress } from '../platform/rest/read-format.ts'
import { asUid } from '../platform/uid.ts'
import type { SecurityLog } from '../rental/access/security-events/record-security-event.ts'
import { Misuse, type Session, type Terminal } from './command.ts'

/** The option that names the agency of a command. */
export const agencyOption = () =>
  new Option('--agency <uid>', 'the agency').argParser(uid).makeOptionMandatory()

/** The option that names an agency's employee by e-mail address. */
export const emailOption = () =>
  new Option('--email <address>', 'the e-mail address').argParser(email).makeOptionMandatory()

/** Takes over a key that a client has already. */
export const stdinOption = (what: string) =>
  new Option('--stdin', `read ${what} from standard input`)

/** The way of earlier releases, which shows the key in the list of processes. */
export const importOption = () => new Option('--import <key>').hideHelp().conflicts('stdin')

export function uid(text: string): string {
  const known = asUid(text)
  if (known !== null) return known
  throw new InvalidArgumentError('It is not a uid such as 0197e755-0c00-70bd-8de4-4a24a78c531e.')
}

function email(text: string): string {
  if (isEmailAddress(text)) return text
  throw new InvalidArgumentError('It is not an e-mail address.')
}

/** Parses an instant in UTC; a date is its beginning. */
export function instant(text: string): Date {
  const at = parseUtc(text)
  if (at !== null) return at
  throw new InvalidArgumentError('It is not a date such as 2027-01-31.')
}

/** Checks a day such as 2027-01-31. */
export function date(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && parseUtc(text) !== null) return text
  throw new InvalidArgumentError('It is not a date such as 2027-01-31.')
}

/** A parser of whole numbers from `min` to `max`. */
export function whole(min: number, max: number): (text: string) => number {
  return text => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It is not a whole number from ${min} to ${max}.`)
  }
}

/** A parser of the URL of a PostgreSQL server; its errors do not repeat a password. */
export function databaseUrl(option: string): (text: string) => string {
  return text => {
    try {
      return postgresUrl(option, text)
    } catch (error) {
      throw new Misuse((error as Error).message)
    }
  }
}

/** A parser that accepts an option several times, after an optional check of each value. */
export function several(parse: (text: string) => string = text => text) {
  return (text: string, former: string[] | undefined): string[] => [...(former ?? []), parse(text)]
}

/**
 * Reads a key to be taken over: from the input or, as in earlier releases, from the command line.
 *
 * @returns undefined when a new key is to be made
 */
export async function importedKey(
  options: { stdin?: true | undefined; import?: string | undefined },
  { input, complain }: Pick<Session, 'input' | 'complain'>,
): Promise<string | undefined> {
  if (options.stdin) return (await readAll(input)).trim()
  if (options.import === undefined) return undefined
  complain('Other users may have read the key in the process list. Use --stdin instead of --import')
  return options.import
}

/** Writes what a command logs as lines of JSON, as a server does, to standard error. */
export function commandLog({ complain }: Pick<Terminal, 'complain'>): SecurityLog {
  const at = (level: number) => (entry: object, msg: string) =>
    complain(JSON.stringify({ level, time: Date.now(), ...entry, msg }))
  return { info: at(30), warn: at(40) }
}
