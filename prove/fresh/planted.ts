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

/** Believes answers an hour longer than they are true. */
class Timeless extends KeptAnswers {
  override keep(...[credential, key, answer, validity]: Parameters<KeptAnswers['keep']>) {
    const untilMs = validity.untilMs + 3_600_000
    super.keep(credential, key, answer, { ...validity, untilMs })
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

/** Misses every second time that a mark moves. */
class Markless extends KeptAnswers {
  readonly #seen = new Map<string, { marks: string; moved: number }>()

  override find(...[key, marks, nowMs]: Parameters<KeptAnswers['find']>) {
    const seen = this.#seen.get(key) ?? { marks, moved: 0 }
    this.#seen.set(key, seen)
    if (marks === seen.marks) return super.find(key, marks, nowMs)
    seen.moved++
    const before = seen.marks
    seen.marks = marks
    return seen.moved % 2 === 0 ? super.find(key, before, nowMs) : super.find(key, marks, nowMs)
  }
}
