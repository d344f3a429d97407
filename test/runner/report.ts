import { type Failure, shorten } from './failure.ts'
import type { FileRun } from './lanes.ts'

const failuresMax = 60

export interface CheckRun {
  name: string
  seconds: number
  failed: boolean
  output: string
}

/**
 * Prints a line for every file and check, and all failures again at the end, where readers of a log
 * begin.
 */
export class Report {
  readonly #failures: Failure[] = []
  readonly #passed = new Map<string, number>()
  readonly #started = performance.now()

  check({ name, seconds, failed, output }: CheckRun): void {
    if (output.trim() !== '') console.log(output.trimEnd())
    if (failed) this.#failures.push({ title: name, text: shorten(output) })
    console.log(`${inSeconds(seconds)}  ${name}: ${failed ? 'FAILED' : 'passed'}`)
  }

  file({ file, engine, seconds, cpuSeconds, output, passed, skipped, failures }: FileRun): void {
    if (output !== '') console.log(output.trimEnd())
    for (const { title, text } of failures) {
      console.log(`FAILED on ${engine}: ${title}\n${text}`)
      this.#failures.push({ title: `${engine}: ${title}`, text })
    }
    this.#passed.set(engine, (this.#passed.get(engine) ?? 0) + passed)
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    const bad = failures.length > 0 ? `, ${failures.length} FAILED` : ''
    const times = `${inSeconds(seconds)} ${inSeconds(cpuSeconds)} CPU`
    console.log(`${times}  ${engine.padEnd(10)}  ${file}: ${passed} passed${left}${bad}`)
  }

  /** Prints every failure again; returns the exit code of the run. */
  end(): 0 | 1 {
    const seconds = (performance.now() - this.#started) / 1000
    const passed = [...this.#passed].map(([engine, count]) => `${count} passed on ${engine}`)
    const files = passed.length > 0 ? `: ${passed.join(', ')}` : ''
    console.log(`${inSeconds(seconds)}  in all${files}`)
    const failures = this.#failures
    if (failures.length === 0) {
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

function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`
}
