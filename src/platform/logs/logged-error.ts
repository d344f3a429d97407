import { statementShape } from '../db/failed-statement.ts'
import { ApiError, hasFixedText } from '../errors.ts'
import { OperatorError } from '../operator-error.ts'

/** Error without sensitive data, as it is logged. */
export interface LoggedError {
  type: string
  stack?: string
  cause?: LoggedError
  /** First few errors of an aggregate. */
  errors?: LoggedError[]
  [field: string]: unknown
}

/** Fields of an error that name parts of a program or schema, with the allowed format. */
const textFields: Record<string, RegExp> = {
  code: /^[\w.-]{1,60}$/,
  severity: /^[A-Z]{1,20}$/,
  table: /^\w{1,63}$/,
  column: /^\w{1,63}$/,
  constraint: /^\w{1,63}$/,
  routine: /^\w{1,63}$/,
  syscall: /^\w{1,40}$/,
  command: /^[A-Z ]{1,20}$/,
}

const numericFields = ['status', 'responseCode', 'errno']

const depthMax = 3
const framesMax = 20

/**
 * Redacts an error by an allowlist: nothing that was sent, stored or secret is logged. Messages of
 * other programs, details, parameters and rows are omitted; the type, code and stack remain.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const properties = error as unknown as Record<string, unknown>
  const logged: LoggedError = { type: errorType(error) }
  for (const [name, pattern] of Object.entries(textFields)) {
    const value = properties[name]
    if (typeof value === 'string' && pattern.test(value)) logged[name] = value
  }
  for (const name of numericFields)
    if (typeof properties[name] === 'number') logged[name] = properties[name]
  if (error instanceof ApiError) logged.code = error.code
  const message = safeMessage(error)
  if (message !== null) logged.message = message
  const statement = statementShape(error)
  if (statement !== undefined) logged.statement = statement
  const stack = stackFrames(error)
  if (stack !== '') logged.stack = stack
  if (depth >= depthMax) return logged
  if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1)
  if (error instanceof AggregateError) {
    logged.errors = error.errors.slice(0, depthMax).map(inner => loggedError(inner, depth + 1))
  }
  return logged
}

/** Formats an error as a line of plain text, for output outside of the log. */
export function errorLine(error: unknown): string {
  const { stack: _, cause, errors = [], ...fields } = loggedError(error)
  const summary = Object.values(fields).join(' ')
  const inner = [...(cause ? [cause] : []), ...errors].map(({ type, code }) => `${type} ${code}`)
  return [summary, ...inner].join(', ')
}

function errorType(error: Error): string {
  for (const name of [error.name, error.constructor.name]) if (/^\w{1,60}$/.test(name)) return name
  return 'Error'
}

/**
 * Returns the message of an error of this program, or of a TypeError or ReferenceError, which names
 * parts of the source; quoted values are redacted there. Null for other errors, whose messages may
 * contain any data, and for refusals of a request that quote it.
 */
function safeMessage(error: Error): string | null {
  if (error instanceof OperatorError) return error.message
  if (error instanceof ApiError) {
    return error.status >= 500 || hasFixedText(error) ? error.message : null
  }
  const isEngineError = error.name === 'TypeError' || error.name === 'ReferenceError'
  if (!isEngineError || 'code' in error) return null
  return error.message.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "'…'").slice(0, 200)
}

const frame = /^ {4}at (?:[\w$.#<>[\] ]+ \()?(?:file:\/\/|node:|\/)[^\s()]+:\d+:\d+\)?$/

/** Returns the stack frames. The lines before them repeat the message. */
function stackFrames({ stack, message }: Error): string {
  if (typeof stack !== 'string') return ''
  const messageStart = message === '' ? -1 : stack.indexOf(message)
  const afterMessage = messageStart < 0 ? stack : stack.slice(messageStart + message.length)
  const frames = afterMessage.split('\n').filter(line => frame.test(line))
  return frames.slice(0, framesMax).join('\n')
}
