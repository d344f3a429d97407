import { relative } from 'node:path'
import type { run } from 'node:test'
import { stripVTControlCharacters } from 'node:util'

type TestEvents = ReturnType<typeof run>
type TestEvent = TestEvents extends AsyncIterable<infer E> ? E : never
type Failed = Extract<TestEvent, { type: 'test:fail' }>['data']
type Summary = Extract<TestEvent, { type: 'test:summary' }>['data']

interface Failure {
  /** Where it was and what was done, on one line. */
  title: string
  text: string
}

/** Lines of a failure's text, and failures, that are printed: enough to see what is wrong. */
const linesMax = 12
const failuresMax = 60

/**
 * What a run prints: a line for every file, and at the very end every failure of every step once
 * more, because a log is read from its end and a build server keeps only that.
 */
export class Report {
  readonly #failures: Failure[] = []
  #step = ''
  #unsuccessful = false

  step(name: string): void {
    this.#step = name
    console.log(`\n# ${name}`)
  }

  /** Records what a command of the step has printed, if it failed. */
  command({ failed, output }: { failed: boolean; output: string }): void {
    if (output.trim() !== '') console.log(output.trimEnd())
    if (failed) this.#failures.push({ title: this.#step, text: shortened(output) })
  }

  /** Prints the results of files of tests as they come. */
  async tests(events: TestEvents): Promise<void> {
    const outputs = new Map<string, string>()
    for await (const { type, data } of events) {
      if (type === 'test:stdout' || type === 'test:stderr') {
        outputs.set(data.file, (outputs.get(data.file) ?? '') + data.message)
      } else if (type === 'test:fail' && !isOnlyAround(data)) {
        this.#failed(data, outputs.get(data.file ?? '') ?? '')
      } else if (type === 'test:summary') {
        const output = outputs.get(data.file ?? '') ?? ''
        if (output !== '') console.log(output.trimEnd())
        console.log(summaryOf(data))
        if (!data.success) this.#unsuccessful = true
      }
    }
  }

  #failed(data: Failed, output: string): void {
    const { title, text } = failureOf(data, output)
    this.#failures.push({ title: `${this.#step}: ${title}`, text })
    console.log(`FAILED ${title}\n${text}`)
  }

  /** Prints every failure once more; the exit code of the run. */
  end(): 0 | 1 {
    const failures = this.#failures
    if (failures.length === 0 && !this.#unsuccessful) {
      console.log('\nAll passed.')
      return 0
    }
    console.log('\n# Failures')
    for (const { title, text } of failures.slice(0, failuresMax)) console.log(`\n${title}\n${text}`)
    const more = failures.length - failuresMax
    console.log(`\n${failures.length} failed${more > 0 ? `, ${more} of them not shown here` : ''}.`)
    return 1
  }
}

function summaryOf({ file, duration_ms, counts }: Summary): string {
  const seconds = (duration_ms / 1000).toFixed(1).padStart(6)
  const { passed, failed, cancelled, skipped } = counts
  const bad = failed + cancelled > 0 ? `, ${failed + cancelled} FAILED` : ''
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${seconds} s  ${file ? place(file) : 'all of this step'}: ${passed} passed${left}${bad}`
}

/** A suite or a file that fails because a test in it does, which is reported itself. */
function isOnlyAround({ details }: Failed): boolean {
  const { failureType } = details.error as { failureType?: string }
  return failureType === 'subtestsFailed'
}

/** What a file has printed tells more than that its process ended. */
function failureOf({ file = '', name, details }: Failed, output: string): Failure {
  const { classname } = details as { classname?: string }
  const isFile = name === file
  const title = [place(file), classname, isFile ? undefined : name].filter(Boolean).join(' › ')
  const { cause } = details.error
  const error: Error = cause instanceof Error ? cause : details.error
  const where = error.stack?.split('\n').find(line => /^\s+at .*\.ts:\d+/.test(line)) ?? ''
  const own = isFile && !(cause instanceof Error) ? output : ''
  return { title, text: shortened(`${own || error.message}\n${where.replaceAll('file://', '')}`) }
}

function shortened(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => `    ${line.trimEnd()}`)
  if (lines.length <= linesMax) return lines.join('\n')
  return [...lines.slice(0, linesMax - 2), '    …', ...lines.slice(-1)].join('\n')
}

function place(file: string): string {
  return relative(process.cwd(), file)
}
