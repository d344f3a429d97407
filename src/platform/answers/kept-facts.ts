/** What answers are worked out from, kept like answers until somebody changes it. */
import { scopesText, wholeText } from '../db/marks/scope-marks.ts'
import type { Admission } from '../rest/limits/admission.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { answerOf } from './send-kept.ts'

/** Of a caller what its answers are kept under. */
type Admitted = Pick<Admission, 'credential' | 'marks' | 'reach' | 'place'>

/** Facts as they are for the caller of a request. */
export class KeptFacts {
  readonly #answers: KeptAnswers
  readonly #admission: Admitted

  constructor(answers: KeptAnswers, admission: Admitted) {
    this.#answers = answers
    this.#admission = admission
  }

  /**
   * The facts about one scope under a name, read if they are not kept or no longer true. They are
   * values of JSON.
   *
   * @param scopeUid of all of which they tell anything
   * @param read gives them, and when time alone changes them, in milliseconds since 1970
   */
  async of<T extends object>(
    { name, scopeUid }: { name: string; scopeUid: string },
    now: Date,
    read: () => Promise<{ facts: T; untilMs: number } | null>,
  ): Promise<T | null> {
    const { credential, reach } = this.#admission
    const marks = await this.#marksOf(scopeUid)
    const key = `${reach}\nfacts ${name}`
    const fromMs = now.getTime()
    const known = marks === null ? null : this.#answers.find(key, marks, fromMs)
    if (known) return JSON.parse(known.body.toString())
    const found = await read()
    if (found && marks !== null && found.untilMs > fromMs) {
      const validity = { marks, scopes: [scopeUid], fromMs, untilMs: found.untilMs }
      this.#answers.keep(credential, key, answerOf(JSON.stringify(found.facts)), validity)
    }
    return found?.facts ?? null
  }

  /** Those of a scope, else of the whole agency; null: nothing can be kept. */
  async #marksOf(scopeUid: string): Promise<string | null> {
    const { marks, reach, place } = this.#admission
    if (!this.#answers.isOn || marks === null || reach === null) return null
    const seen = (await place?.scopes()) ?? null
    return scopesText(marks, seen, [scopeUid]) ?? wholeText(marks)
  }
}
