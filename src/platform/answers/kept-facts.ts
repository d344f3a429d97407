/** What answers are worked out from, kept like answers until somebody changes it. */
import type { FastifyRequest } from 'fastify'
import { scopesText, wholeText } from '../db/marks/scope-marks.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { answerOf } from './send-kept.ts'

/** Facts, and when time alone changes them, in milliseconds since 1970. */
interface FoundFacts<T> {
  facts: T
  untilMs: number
}

/** Inputs of responses, cached for the caller of a request until they change. */
export class KeptFacts {
  readonly #answers: KeptAnswers
  readonly #request: Pick<FastifyRequest, 'admission'>

  constructor(answers: KeptAnswers, request: Pick<FastifyRequest, 'admission'>) {
    this.#answers = answers
    this.#request = request
  }

  /**
   * Returns the facts about one scope, reading them unless they are cached and valid.
   *
   * @param scopeUid scope that they depend on
   * @param read reads them: values of JSON; null: there are none
   */
  async of<T extends object>(
    { name, scopeUid }: { name: string; scopeUid: string },
    now: Date,
    read: () => Promise<FoundFacts<T> | null>,
  ): Promise<T | null> {
    const { admission } = this.#request
    const key = `${admission.reach}\nfacts ${name}`
    const marks = await this.#marksOf(scopeUid)
    const fromMs = now.getTime()
    const known = marks === null ? null : this.#answers.find(key, marks, fromMs)
    if (known) return JSON.parse(known.body.toString())
    const found = await read()
    if (found && marks !== null && found.untilMs > fromMs) {
      const validity = { marks, scopes: [scopeUid], fromMs, untilMs: found.untilMs }
      const answer = answerOf(JSON.stringify(found.facts))
      this.#answers.keep(admission.credential, key, answer, validity)
    }
    return found?.facts ?? null
  }

  /** Returns the versions of a scope, else of the whole agency; null: nothing can be cached. */
  async #marksOf(scopeUid: string): Promise<string | null> {
    const { marks, reach, place } = this.#request.admission
    if (!this.#answers.isOn || marks === null || reach === null) return null
    const seen = (await place?.scopes()) ?? null
    return scopesText(marks, seen, [scopeUid]) ?? wholeText(marks)
  }
}
