import type { Marks } from '../db/marks/marks-of.ts'
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

/** The parts that are kept of an answer that shows more than parts do. */
export interface KnownParts extends MadeParts {
  /** Which parts the answer has, as it was told beside them; null: that is not kept. */
  listing: string | null
  /** What is kept with the listing under scopes of its own, by these. */
  beside: MadeParts['texts']
  /**
   * Whether all that the agency's answers depend on is as it was when these were found, at least
   * until all else was read.
   */
  areTrue(): Promise<boolean>
  /**
   * Those of them that are true now, where only single scopes have changed since these were found;
   * null: something else has.
   */
  again(): Promise<KnownParts | null>
  /**
   * Keeps those that were made beside them, and the listing for whoever asks the same: it is true
   * until something is changed that is not about single scopes.
   *
   * @param beside by the scopes that change it
   */
  keep(made: MadeParts, listing: string, beside: MadeParts['texts']): Promise<void>
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
    const { bytes } = await this.#keep(kind, made, seen)
    for (const [uid, body] of bytes) texts.set(uid, body)
    return { texts, changesMs: Math.min(changesMs, made.changesMs) }
  }

  /**
   * Gives the parts that are kept, for an answer that shows more than parts do and has to be of one
   * instant: who makes it asks afterwards whether they were true all the time. Null: nothing can be
   * kept.
   *
   * @param uidsOf the parts of a listing
   * @param scopes of what is kept with it
   */
  async known(
    kind: string,
    uidsOf: (listing: string) => string[],
    scopes: string[],
  ): Promise<KnownParts | null> {
    const { place, marks } = this.#admission
    if (!place || marks === null) return null
    const knownAt = async (at: Marks): Promise<KnownParts | null> => {
      const seen = await place.scopes(at)
      if (seen === null || seen.marks === null) return null
      const listing = this.#listing()
      const found = this.#find(kind, listing === null ? [] : uidsOf(listing), seen)
      const { texts: beside } = this.#find(this.#besides, listing === null ? [] : scopes, seen)
      const then = wholeText({ ...marks, some: seen.some })
      const now = () => place.marksNow()
      return {
        ...found,
        listing,
        beside,
        areTrue: async () => {
          const is = await now()
          return is !== null && wholeText(is) === then
        },
        again: async () => {
          const is = await now()
          return is?.all === marks.all ? knownAt(is) : null
        },
        keep: async (made, listing, beside) => {
          const { isSame } = await this.#keep(kind, made, seen)
          if (!isSame) return
          this.#keepListing(listing)
          await this.#keep(this.#besides, { texts: beside, changesMs: Infinity }, seen)
        },
      }
    }
    return knownAt(marks)
  }

  /** It belongs to one listing. */
  get #besides(): string {
    return `beside ${this.#keeping.key}`
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

  /** Gives the parts as they are kept, and whether what the caller may be shown is what it was. */
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
    return { bytes, isSame }
  }

  #keyOf(kind: string, uid: string): string {
    return `${this.#keeping.reach}\npart ${kind}\n${uid}`
  }

  #marksOf(uid: string, seen: SeenScopes): string {
    return scopesText(this.#admission.marks!, seen, [uid])!
  }

  #listing(): string | null {
    const { key, nowMs } = this.#keeping
    const marks = this.#admission.marks!.all
    return this.#answers.find(`${key}\nlisting`, marks, nowMs)?.body.toString() ?? null
  }

  #keepListing(listing: string): void {
    const validity = { marks: this.#admission.marks!.all, scopes: null, untilMs: Infinity }
    const { credential, key, nowMs } = this.#keeping
    const answer = answerOf(listing)
    this.#answers.keep(credential, `${key}\nlisting`, answer, { ...validity, fromMs: nowMs })
  }
}
