import { type SeenScopes, scopesText, wholeText } from '../db/marks/scope-marks.ts'
import type { Admission } from '../rest/limits/admission.ts'
import type { Keeping } from './keeping.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { answerOf } from './send-kept.ts'

/** Parts of an answer, as JSON. */
export interface MadeParts {
  /** By the uids of what they show; left out: those that the caller does not reach. */
  texts: ReadonlyMap<string, string | Buffer>
  /** When time alone changes one of them, in milliseconds since 1970; Infinity: never. */
  changesMs: number
}

/** Makes the parts that are about some things. */
export type MakeParts = (uids: string[]) => Promise<MadeParts>

/** The parts that are kept of an answer of which another statement tells which they are. */
export interface KnownParts extends MadeParts {
  /** Whether all that the agency's answers depend on is as it was when these were found. */
  areTrue(): Promise<boolean>
  /**
   * Keeps those that were made beside them.
   *
   * @param shown all that the answer shows, which whoever asks the same is given the next time
   */
  keep(made: MadeParts, shown: string[]): Promise<void>
}

/**
 * The parts of a long answer that are kept each for itself, under the mark of what it shows: one
 * that has changed costs one, and not all.
 */
export class KeptParts {
  readonly #answers: KeptAnswers
  readonly #keeping: Keeping
  readonly #admission: Admission

  /** @param keeping of the whole answer */
  constructor(answers: KeptAnswers, keeping: Keeping, admission: Admission) {
    this.#answers = answers
    this.#keeping = keeping
    this.#admission = admission
  }

  /**
   * Gives the parts of an answer that shows nothing else, of which it has those made that are not
   * kept.
   */
  async take(kind: string, uids: string[], make: MakeParts): Promise<MadeParts> {
    const { seen } = this.#keeping
    if (seen === null) return make(uids)
    const { texts, changesMs } = this.#find(kind, uids, seen)
    const missing = uids.filter(uid => !texts.has(uid))
    if (missing.length === 0) return { texts, changesMs }
    const made = await make(missing)
    const bytes = await this.#keep(kind, made, seen)
    for (const [uid, body] of bytes) texts.set(uid, body)
    return { texts, changesMs: Math.min(changesMs, made.changesMs) }
  }

  /**
   * Gives the parts that are kept, for an answer that shows more than parts do and has to be of one
   * instant: who makes it asks afterwards whether they were true all the time. Null: nothing can be
   * kept.
   *
   * @param uids left out: what the answer to the same request has shown before
   */
  async known(kind: string, uids?: string[]): Promise<KnownParts | null> {
    const { place, marks } = this.#admission
    const seen = (await place?.scopes()) ?? null
    if (!place || seen === null || seen.marks === null) return null
    const found = this.#find(kind, uids ?? this.#shown(), seen)
    const then = wholeText({ ...marks!, some: seen.some })
    return {
      ...found,
      areTrue: async () => {
        const now = await place.marksNow()
        return now !== null && wholeText(now) === then
      },
      keep: async (made, shown) => {
        await this.#keep(kind, made, seen)
        if (!uids) this.#keepShown(shown)
      },
    }
  }

  #find(kind: string, uids: string[], seen: SeenScopes) {
    const answers = this.#answers
    const texts = new Map<string, string | Buffer>()
    let changesMs = Infinity
    for (const uid of uids) {
      const key = this.#keyOf(kind, uid)
      const known = answers.find(key, this.#marksOf(uid, seen), this.#keeping.nowMs)
      if (!known) continue
      texts.set(uid, known.body)
      changesMs = Math.min(changesMs, answers.validityOf(key)!.untilMs)
    }
    return { texts, changesMs }
  }

  async #keep(kind: string, { texts, changesMs }: MadeParts, seen: SeenScopes) {
    const { credential, nowMs, isShared } = this.#keeping
    const isSame = !isShared || (await this.#admission.place!.isUnchanged())
    const bytes = new Map<string, Buffer>()
    for (const [uid, text] of texts) {
      const answer = answerOf(text)
      bytes.set(uid, answer.body)
      if (!isSame || changesMs <= nowMs) continue
      const validity = { marks: this.#marksOf(uid, seen), scopes: [uid], fromMs: nowMs }
      const key = this.#keyOf(kind, uid)
      this.#answers.keep(credential, key, answer, { ...validity, untilMs: changesMs })
    }
    return bytes
  }

  #keyOf(kind: string, uid: string): string {
    return `${this.#keeping.reach}\npart ${kind}\n${uid}`
  }

  #marksOf(uid: string, seen: SeenScopes): string {
    return scopesText(this.#admission.marks!, seen, [uid])!
  }

  /** Only where to look: it says nothing of what is still shown. */
  #shown(): string[] {
    const known = this.#answers.find(`${this.#keeping.key}\nshown`, '', this.#keeping.nowMs)
    return known ? known.body.toString().split(',') : []
  }

  #keepShown(uids: string[]): void {
    const validity = { marks: '', scopes: null, fromMs: 0, untilMs: Infinity }
    const { credential, key } = this.#keeping
    this.#answers.keep(credential, `${key}\nshown`, answerOf(uids.join()), validity)
  }
}
