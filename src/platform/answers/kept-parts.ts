import { scopesText } from '../db/marks/scope-marks.ts'
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

/** Gives the parts of an answer, of which it makes those that it does not have. */
export type TakeParts = (kind: string, uids: string[], make: MakeParts) => Promise<MadeParts>

/**
 * The parts of a long answer that are kept each for itself, under the mark of what it shows: one
 * that has changed costs one, and not all.
 *
 * @param keeping of the whole answer, whose scopes are what its parts show
 */
export function keptParts(
  answers: KeptAnswers,
  keeping: Keeping,
  { marks, place }: Admission,
): TakeParts {
  return async (kind, uids, make) => {
    const { seen, credential, reach, nowMs, isShared } = keeping
    if (seen === null) return make(uids)
    const keyOf = (uid: string) => `${reach}\npart ${kind}\n${uid}`
    const marksOf = (uid: string) => scopesText(marks!, seen, [uid])!
    const texts = new Map<string, string | Buffer>()
    let changesMs = Infinity
    for (const uid of uids) {
      const known = answers.find(keyOf(uid), marksOf(uid), nowMs)
      if (!known) continue
      texts.set(uid, known.body)
      changesMs = Math.min(changesMs, answers.validityOf(keyOf(uid))!.untilMs)
    }
    const missing = uids.filter(uid => !texts.has(uid))
    if (missing.length === 0) return { texts, changesMs }
    const made = await make(missing)
    const isKept = made.changesMs > nowMs && (!isShared || (await place!.isUnchanged()))
    for (const [uid, text] of made.texts) {
      const answer = answerOf(text)
      texts.set(uid, answer.body)
      if (!isKept) continue
      const validity = { marks: marksOf(uid), scopes: [uid], fromMs: nowMs }
      answers.keep(credential, keyOf(uid), answer, { ...validity, untilMs: made.changesMs })
    }
    return { texts, changesMs: Math.min(changesMs, made.changesMs) }
  }
}
