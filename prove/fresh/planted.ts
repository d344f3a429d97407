import { KeptAnswers } from '../../src/platform/answers/kept-answers.ts'
import { newUid } from '../../src/platform/uid.ts'
import type { PendingEvents } from '../../src/rental/events/events/pending-events.ts'
import type { Plant } from './options.ts'

const bytes = 67_108_864

/** Answers as a server keeps them, or one that is broken in how it finds or forgets them. */
export function answersWith(plant: Plant | null): KeptAnswers {
  if (plant === 'wrong-instant') return new Timeless(bytes)
  if (plant === 'missing-reach') return new Reachless(bytes)
  if (plant === 'forgotten-mark') return new Markless(bytes)
  if (plant === 'forgotten-property') return new Scopeless(bytes)
  if (plant === 'blurred-reach') return new Blurred(bytes)
  return new KeptAnswers(bytes)
}

/** Has a server that is to be broken so say of each write on leads that another house shows it. */
export function plantInWrites(server: { pending: PendingEvents }, plant: Plant | null): void {
  if (plant !== 'wrong-house') return
  const { pending } = server
  const begin = pending.begin.bind(pending)
  pending.begin = () => Object.assign(begin(), { calendarsOf: () => [newUid()] })
}

/** Believes that time alone changes nothing. */
class Timeless extends KeptAnswers {
  override keep(...[credential, key, answer, validity]: Parameters<KeptAnswers['keep']>) {
    super.keep(credential, key, answer, { ...validity, untilMs: Infinity })
  }
}

/** Takes places for others. */
abstract class Misplacing extends KeptAnswers {
  abstract placeOf(key: string): string

  override validityOf(key: string) {
    return super.validityOf(this.placeOf(key))
  }

  override find(...[key, ...rest]: Parameters<KeptAnswers['find']>) {
    return super.find(this.placeOf(key), ...rest)
  }

  override keep(...[credential, key, ...rest]: Parameters<KeptAnswers['keep']>) {
    super.keep(credential, this.placeOf(key), ...rest)
  }
}

/** Does not tell callers from each other. */
class Reachless extends Misplacing {
  override placeOf(key: string): string {
    return key.slice(key.indexOf('\n'))
  }
}

/** Does not tell partners of an agency from each other. */
class Blurred extends Misplacing {
  override placeOf(key: string): string {
    return key.replace(/^partners? .*/, 'partner')
  }
}

/** Believes that what is about properties alone changes only with everything. */
class Scopeless extends KeptAnswers {
  override find(...[key, marks, nowMs]: Parameters<KeptAnswers['find']>) {
    return super.find(key, withoutScopes(marks), nowMs)
  }

  override keep(...[credential, key, answer, validity]: Parameters<KeptAnswers['keep']>) {
    const marks = withoutScopes(validity.marks)
    super.keep(credential, key, answer, { ...validity, marks })
  }
}

/** Marks of scopes come after those of the agency and of everything. */
function withoutScopes(marks: string): string {
  return marks.replace(/ of .*/, '')
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
