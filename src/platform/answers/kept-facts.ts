/** What answers are worked out from, kept like answers until somebody changes it. */
import type { FastifyRequest } from 'fastify'
import { scopesText, wholeText } from '../db/marks/scope-marks.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { answerOf } from './send-kept.ts'

/** What a caller is answered under, and whether it is let in yet. */
type Asking = Pick<FastifyRequest, 'admission' | 'expected'>

/** Facts, and when time alone changes them, in milliseconds since 1970. */
interface FoundFacts<T> {
  facts: T
  untilMs: number
}

/**
 * Facts as they are for the caller of a request. One that is expected is let in here: when they are
 * read, or before, if they seem to be kept.
 */
export class KeptFacts {
  readonly #answers: KeptAnswers
  readonly #request: Asking

  constructor(answers: KeptAnswers, request: Asking) {
    this.#answers = answers
    this.#request = request
  }

  /**
   * The facts about one scope under a name, read if they are not kept or no longer true. They are
   * values of JSON.
   *
   * @param scopeUid of all of which they tell anything
   * @param read gives them; of somebody who is expected it asks along who that is
   * @throws Error when somebody else has asked than was expected
   */
  async of<T extends object>(
    { name, scopeUid }: { name: string; scopeUid: string },
    now: Date,
    read: () => Promise<FoundFacts<T> | null>,
  ): Promise<T | null> {
    const { admission, expected } = this.#request
    const key = `${admission.reach}\nfacts ${name}`
    const isEarly = expected?.isConfirmed === false && this.#answers.validityOf(key) === null
    const early = isEarly ? await read() : null
    await this.letIn()
    const marks = await this.#marksOf(scopeUid, isEarly)
    const fromMs = now.getTime()
    const known = marks === null || isEarly ? null : this.#answers.find(key, marks, fromMs)
    if (known) return JSON.parse(known.body.toString())
    const found = isEarly ? early : await read()
    if (found && marks !== null && found.untilMs > fromMs) {
      const validity = { marks, scopes: [scopeUid], fromMs, untilMs: found.untilMs }
      const answer = answerOf(JSON.stringify(found.facts))
      this.#answers.keep(admission.credential, key, answer, validity)
    }
    return found?.facts ?? null
  }

  /**
   * Lets the request in, if it is not let in yet: before facts are read that are not kept.
   *
   * @throws ApiError what refuses it
   * @throws Error when somebody else has asked than was expected: it is to be served anew
   */
  async letIn(): Promise<void> {
    const { expected } = this.#request
    if (expected?.isConfirmed !== false) return
    if (!(await expected.confirm()))
      throw new Error('The caller is not the one that was authenticated speculatively')
  }

  /**
   * Those of a scope, else of the whole agency; null: nothing can be kept.
   *
   * @param isRead the facts were read with the request's own marks, and not after the scope's
   */
  async #marksOf(scopeUid: string, isRead: boolean): Promise<string | null> {
    const { marks, reach, place } = this.#request.admission
    if (!this.#answers.isOn || marks === null || reach === null) return null
    const now = (await place?.scopes()) ?? null
    const seen = isRead && now?.some !== marks.some ? null : now
    return scopesText(marks, seen, [scopeUid]) ?? wholeText(marks)
  }
}
