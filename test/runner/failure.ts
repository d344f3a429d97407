import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A test, a file or a step that failed: enough to see what is wrong. */
export interface Failure {
  /** The file and the full name of the test. */
  title: string
  text: string
}

/** What the test runner tells of a test that failed. */
interface FailedTest {
  name: string
  details: { error: Error & { failureType?: string } }
}

const linesMax = 12

/** A suite that fails because a test in it does, which is reported itself. */
export function isOnlyAround({ details }: FailedTest): boolean {
  return details.error.failureType === 'subtestsFailed'
}

export function failureOf(file: string, { name, details }: FailedTest): Failure {
  const { classname } = details as { classname?: string }
  const names = [classname, name === file ? undefined : name]
  const title = [placeOf(file), ...names].filter(Boolean).join(' › ')
  const { cause } = details.error
  const error = cause instanceof Error ? cause : details.error
  const where = error.stack?.split('\n').find(line => /^\s+at .*\.ts:\d+/.test(line)) ?? ''
  return { title, text: shortened(`${error.message}\n${where.replaceAll('file://', '')}`) }
}

/** At most a dozen lines of a text. */
export function shortened(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => `    ${line.trimEnd()}`)
  if (lines.length <= linesMax) return lines.join('\n')
  return [...lines.slice(0, linesMax - 2), '    …', ...lines.slice(-1)].join('\n')
}

export function placeOf(file: string): string {
  return relative(process.cwd(), file)
}
