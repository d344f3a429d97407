import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Failed test, file or step. */
export interface Failure {
  /** File and full name of the test. */
  title: string
  text: string
}

/** Details that the test runner reports of a failed test. */
interface FailedTest {
  name: string
  details: { error: Error & { failureType?: string } }
}

const linesMax = 12

/** Returns true for a suite that fails because of a test in it, which is reported itself. */
export function isSuiteFailure({ details }: FailedTest): boolean {
  return details.error.failureType === 'subtestsFailed'
}

export function toFailure(file: string, { name, details }: FailedTest): Failure {
  const { classname } = details as { classname?: string }
  const names = [classname, name === file ? undefined : name]
  const title = [relativePath(file), ...names].filter(Boolean).join(' › ')
  const { cause } = details.error
  const error = cause instanceof Error ? cause : details.error
  const where = error.stack?.split('\n').find(line => /^\s+at .*\.ts:\d+/.test(line)) ?? ''
  const messages = causeChain(error).map(({ message }) => message)
  return { title, text: shorten([...messages, where.replaceAll('file://', '')].join('\n')) }
}

/** Returns the error and its causes: fast-check reports the failed assertion as a cause. */
function causeChain(error: Error): Error[] {
  return error.cause instanceof Error ? [error, ...causeChain(error.cause)] : [error]
}

export function shorten(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => `    ${line.trimEnd()}`)
  if (lines.length <= linesMax) return lines.join('\n')
  return [...lines.slice(0, linesMax - 2), '    …', ...lines.slice(-1)].join('\n')
}

export function relativePath(file: string): string {
  return relative(process.cwd(), file)
}
