import { KeptAnswers } from '../../src/platform/answers/kept-answers.ts'
import type { Plant } from './options.ts'

const bytes = 67_108_864

/** Answers as a server keeps them, or one that is broken in how it finds or forgets them. */
export function answersWith(plant: Plant | null): KeptAnswers {
  if (plant === 'wrong-instant') return new Timeless(bytes)
  if (plant === 'missing-reach') return new Reachless(bytes)
  if (plant === 'forgotten-mark') return new Markless(bytes)
  return new KeptAnswers(bytes)
}

/** Believes that time alone changes nothing. */
class Timeless extends KeptAnswers {
  override keep(...[credential, key, answer, validity]: Parameters<KeptAnswers['keep']>) {
    super.keep(credential, key, answer, { ...validity, untilMs: Infinity })
  }
}

/** Does not tell callers from each other. */
class Reachless extends KeptAnswers {
  override find(...[key, ...rest]: Parameters<KeptAnswers['find']>) {
    return super.find(withoutReach(key), ...rest)
  }

  override keep(...[credential, key, ...rest]: Parameters<KeptAnswers['keep']>) {
    super.keep(credential, withoutReach(key), ...rest)
  }
}

function withoutReach(key: string): string {
  return key.slice(key.indexOf('\n'))
}

/** Believes for ever the marks under which it was first asked for an answer. */
class Markless extends KeptAnswers {
  readonly #seen = new Map<string, string>()

  override find(...[key, marks, nowMs]: Parameters<KeptAnswers['find']>) {
    return super.find(key, this.#first(key, marks), nowMs)
  }

  override keep(...[credential, key, answer, validity]: Parameters<KeptAnswers['keep']>) {
    const marks = this.#first(key, validity.marks)
    super.keep(credential, key, answer, { ...validity, marks })
  }

  #first(key: string, marks: string): string {
    const first = this.#seen.get(key) ?? marks
    this.#seen.set(key, first)
    return first
  }
}
