import { statementShape } from '../db/failed-statement.ts'
import { ApiError } from '../errors.ts'

/** An error as a log may have it. */
export interface LoggedError {
  type: string
  stack?: string
  cause?: LoggedError
  /** Of several that failed together, the first few. */
  errors?: LoggedError[]
  [field: string]: unknown
}

/** What of an error is a name out of a program or a schema, and what such a name looks like. */
const named: Record<string, RegExp> = {
  code: /^[\w.-]{1,60}$/,
  severity: /^[A-Z]{1,20}$/,
  table: /^\w{1,63}$/,
  column: /^\w{1,63}$/,
  constraint: /^\w{1,63}$/,
  routine: /^\w{1,63}$/,
  syscall: /^\w{1,40}$/,
  command: /^[A-Z ]{1,20}$/,
}

const numbers = ['status', 'responseCode', 'errno']

const depthMax = 3
const framesMax = 20

/**
 * An error without anything that was sent, stored or secret: a list of what may be told, because
 * nobody can list what may not. Messages, details, parameters and rows stay out; where it happened
 * and of what kind it is says the rest.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const given = error as unknown as Record<string, unknown>
  const told: LoggedError = { type: typeOf(error) }
  for (const [name, pattern] of Object.entries(named)) {
    const value = given[name]
    if (typeof value === 'string' && pattern.test(value)) told[name] = value
  }
  for (const name of numbers) if (typeof given[name] === 'number') told[name] = given[name]
  if (error instanceof ApiError) told.code = error.code
  const message = plainMessage(error)
  if (message !== null) told.message = message
  const statement = statementShape(error)
  if (statement !== undefined) told.statement = statement
  const stack = framesOf(error)
  if (stack !== '') told.stack = stack
  if (depth >= depthMax) return told
  if (error.cause !== undefined) told.cause = loggedError(error.cause, depth + 1)
  if (error instanceof AggregateError) {
    told.errors = error.errors.slice(0, depthMax).map(one => loggedError(one, depth + 1))
  }
  return told
}

/** An error in a line of plain text, for what is told before or beside the log. */
export function errorLine(error: unknown): string {
  const { stack: _, cause, errors = [], ...fields } = loggedError(error)
  const own = Object.values(fields).join(' ')
  const inner = [...(cause ? [cause] : []), ...errors].map(({ type, code }) => `${type} ${code}`)
  return [own, ...inner].join(', ')
}

function typeOf(error: Error): string {
  for (const name of [error.name, error.constructor.name]) if (/^\w{1,60}$/.test(name)) return name
  return 'Error'
}

/**
 * The message of an error of the engine, which names what is in the source; what it quotes may be
 * something else. Null: nobody knows what is in it.
 */
function plainMessage(error: Error): string | null {
  if (error instanceof ApiError) return error.status >= 500 ? error.message : null
  const isEngines = error.name === 'TypeError' || error.name === 'ReferenceError'
  if (!isEngines || 'code' in error) return null
  return error.message.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "'…'").slice(0, 200)
}

const frame = /^ {4}at (?:[\w$.#<>[\] ]+ \()?(?:file:\/\/|node:|\/)[^\s()]+:\d+:\d+\)?$/

/** Where it happened; the lines before that repeat the message. */
function framesOf({ stack, message }: Error): string {
  if (typeof stack !== 'string') return ''
  const at = message === '' ? -1 : stack.indexOf(message)
  const rest = at < 0 ? stack : stack.slice(at + message.length)
  const frames = rest.split('\n').filter(line => frame.test(line))
  return frames.slice(0, framesMax).join('\n')
}
