import { ResponseCache } from '../../src/platform/cache/response-cache.ts'
import { newUid } from '../../src/platform/uid.ts'
import type { PendingEvents } from '../../src/rental/events/events/pending-events.ts'
import type { Plant } from './options.ts'

const bytes = 67_108_864

/** Opens the response cache of a server, or one that is broken in how it finds entries. */
export function cacheWith(plant: Plant | null): ResponseCache {
  if (plant === 'wrong-instant') return new Timeless(bytes)
  if (plant === 'missing-reach') return new Reachless(bytes)
  if (plant === 'forgotten-mark') return new Markless(bytes)
  if (plant === 'forgotten-property') return new Scopeless(bytes)
  if (plant === 'blurred-reach') return new Blurred(bytes)
  return new ResponseCache(bytes)
}

/** Has a server that is to be broken so say of each write on leads that another house shows it. */
export function plantInWrites(server: { pending: PendingEvents }, plant: Plant | null): void {
  if (plant !== 'wrong-house') return
  const { pending } = server
  const begin = pending.begin.bind(pending)
  pending.begin = () => Object.assign(begin(), { calendarsOf: () => [newUid()] })
}

/** Believes that time alone changes nothing. */
class Timeless extends ResponseCache {
  override set(...[owner, key, response, validity]: Parameters<ResponseCache['set']>) {
    super.set(owner, key, response, { ...validity, untilMs: Infinity })
  }
}

/** Takes places for others. */
abstract class Misplacing extends ResponseCache {
  abstract placeOf(key: string): string

  override validityOf(key: string) {
    return super.validityOf(this.placeOf(key))
  }

  override get(...[key, ...rest]: Parameters<ResponseCache['get']>) {
    return super.get(this.placeOf(key), ...rest)
  }

  override set(...[owner, key, ...rest]: Parameters<ResponseCache['set']>) {
    super.set(owner, this.placeOf(key), ...rest)
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
class Scopeless extends ResponseCache {
  override get(...[key, marks, nowMs]: Parameters<ResponseCache['get']>) {
    return super.get(key, withoutScopes(marks), nowMs)
  }

  override set(...[owner, key, response, validity]: Parameters<ResponseCache['set']>) {
    const versions = withoutScopes(validity.versions)
    super.set(owner, key, response, { ...validity, versions })
  }
}

/** Marks of scopes come after those of the agency and of everything. */
function withoutScopes(marks: string): string {
  return marks.replace(/ of .*/, '')
}

/** Believes for ever the marks under which it was first asked for an answer. */
class Markless extends ResponseCache {
  readonly #seen = new Map<string, string>()

  override get(...[key, marks, nowMs]: Parameters<ResponseCache['get']>) {
    return super.get(key, this.#first(key, marks), nowMs)
  }

  override set(...[owner, key, response, validity]: Parameters<ResponseCache['set']>) {
    const versions = this.#first(key, validity.versions)
    super.set(owner, key, response, { ...validity, versions })
  }

  #first(key: string, marks: string): string {
    const first = this.#seen.get(key) ?? marks
    this.#seen.set(key, first)
    return first
  }
}
