import { type Failure, placeOf, shortened } from './failure.ts'
import type { FileRun } from './lanes.ts'

const failuresMax = 60

/**
 * What a run prints: a line for every file, and at the very end every failure of every step once
 * more, because a log is read from its end and a build server keeps only that.
 */
export class Report {
  readonly #failures: Failure[] = []
  #step = ''
  #stepStarted = 0
  #passed = 0

  step(name: string): void {
    this.#step = name
    this.#stepStarted = performance.now()
    this.#passed = 0
    console.log(`\n# ${name}`)
  }

  /** What a command of the step has printed. */
  command({ failed, output }: { failed: boolean; output: string }): void {
    if (output.trim() !== '') console.log(output.trimEnd())
    if (failed) this.#failures.push({ title: this.#step, text: shortened(output) })
  }

  file({ file, seconds, output, passed, skipped, failures }: FileRun): void {
    if (output !== '') console.log(output.trimEnd())
    for (const { title, text } of failures) {
      console.log(`FAILED ${title}\n${text}`)
      this.#failures.push({ title: `${this.#step}: ${title}`, text })
    }
    this.#passed += passed
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    const bad = failures.length > 0 ? `, ${failures.length} FAILED` : ''
    console.log(`${inSeconds(seconds)}  ${placeOf(file)}: ${passed} passed${left}${bad}`)
  }

  endOfStep(): void {
    const seconds = (performance.now() - this.#stepStarted) / 1000
    console.log(`${inSeconds(seconds)}  in all: ${this.#passed} passed`)
  }

  /** Prints every failure once more; the exit code of the run. */
  end(): 0 | 1 {
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
