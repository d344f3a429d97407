/** Shared options of commands, and parsers of their values. */
import { text as readAll } from 'node:stream/consumers'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { postgresUrl } from '../config/database-config.ts'
import { parseUtc } from '../platform/dates/dates.ts'
import { isEmailAddress } from '../platform/rest/parse-field.ts'
import { asUid } from '../platform/uid.ts'
import type { SecurityLog } from '../rental/access/security-events/record-security-event.ts'
import { type CommandSession, Misuse, type Terminal } from './command.ts'

export const agencyOption = () =>
  new Option('--agency <uid>', 'the agency').argParser(uid).makeOptionMandatory()

/** Option for an employee of an agency, by e-mail address. */
export const emailOption = () =>
  new Option('--email <address>', 'the e-mail address').argParser(email).makeOptionMandatory()

/** Option to read a value from standard input. */
export const stdinOption = (noun: string) =>
  new Option('--stdin', `read ${noun} from standard input`)

/** Deprecated option, which reveals the key in the process list. */
export const importOption = () => new Option('--import <key>').hideHelp().conflicts('stdin')

export function uid(text: string): string {
  const canonical = asUid(text)
  if (canonical !== null) return canonical
  throw new InvalidArgumentError('It is not a uid such as 0197e755-0c00-70bd-8de4-4a24a78c531e.')
}

function email(text: string): string {
  if (isEmailAddress(text)) return text
  throw new InvalidArgumentError('It is not an e-mail address.')
}

/** Parses an instant in UTC; a date is its midnight. */
export function instant(text: string): Date {
  const time = parseUtc(text)
  if (time !== null) return time
  throw new InvalidArgumentError('It is not a date such as 2027-01-31.')
}

export function date(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && parseUtc(text) !== null) return text
  throw new InvalidArgumentError('It is not a date such as 2027-01-31.')
}

export function integer(min: number, max: number): (text: string) => number {
  return text => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It is not a whole number from ${min} to ${max}.`)
  }
}

/** Returns a parser of PostgreSQL URLs, whose errors do not contain the password. */
export function databaseUrl(option: string): (text: string) => string {
  return text => {
    try {
      return postgresUrl(option, text)
    } catch (error) {
      throw new Misuse((error as Error).message)
    }
  }
}

/** Returns a parser of a repeatable option, with an optional check of each value. */
export function repeatable(parse: (text: string) => string = text => text) {
  return (text: string, previous: string[] | undefined): string[] => [
    ...(previous ?? []),
    parse(text),
  ]
}

/**
 * Reads a key to import, from standard input or the deprecated option.
 *
 * @returns undefined if a new key should be generated
 */
export async function importedKey(
  options: { stdin?: true | undefined; import?: string | undefined },
  { input, complain }: Pick<CommandSession, 'input' | 'complain'>,
): Promise<string | undefined> {
  if (options.stdin) return (await readAll(input)).trim()
  if (options.import === undefined) return undefined
  complain('Other users may have read the key in the process list. Use --stdin instead of --import')
  return options.import
}

/** Levels of pino, which servers log with. */
const logLevels = { info: 30, warn: 40 }

/** Creates a logger that writes JSON lines to standard error, as a server does. */
export function commandLog({ complain }: Pick<Terminal, 'complain'>): SecurityLog {
  const logAt = (level: number) => (entry: object, msg: string) =>
    complain(JSON.stringify({ level, time: Date.now(), ...entry, msg }))
  return { info: logAt(logLevels.info), warn: logAt(logLevels.warn) }
}
