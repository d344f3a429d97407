import type { Chance } from '../../../demo/chance.ts'
import type { ReceiverResponse } from './open-receiver.ts'

/** Outcome of a delivery; a receiver accepts those of `well`, `slowly` and `stalled`. */
export type Kind = keyof typeof kinds

/** Outcomes by frequency, as in production. None is 410, which would end the webhook. */
const kinds = {
  well: 50,
  slowly: 15,
  failed: 10,
  refused: 5,
  redirected: 4,
  reset: 5,
  hung: 3,
  stalled: 2,
  busy: 3,
  away: 3,
} as const

const slowMsMax = 800
const retryAfterSecondsMax = 3

export function chooseOutcome(chance: Chance): { kind: Kind; response: ReceiverResponse } {
  const kind = chance.weighted(Object.entries(kinds) as [Kind, number][])
  return { kind, response: responseFor(kind, chance) }
}

function responseFor(kind: Kind, chance: Chance): ReceiverResponse {
  const seconds = chance.integer(1, retryAfterSecondsMax)
  switch (kind) {
    case 'well':
      return { status: chance.pick([200, 201, 202, 204]) }
    case 'slowly':
      return { delayMs: chance.integer(1, slowMsMax) }
    case 'failed':
      return { status: chance.pick([500, 502, 504]), body: 'It broke' }
    case 'refused':
      return { status: chance.pick([400, 401, 404, 422]) }
    case 'redirected':
      return { status: chance.pick([301, 302, 307, 308]), headers: { location: '/elsewhere' } }
    case 'reset':
      return { fault: 'reset', delayMs: chance.integer(0, slowMsMax) }
    case 'hung':
      return { fault: 'hang' }
    case 'stalled':
      return { fault: 'stall', body: 'The beginning' }
    case 'busy':
      return { status: 429, headers: { 'retry-after': String(seconds) } }
    case 'away': {
      const retryAt = new Date(Date.now() + seconds * 1_000).toUTCString()
      return { status: 503, headers: { 'retry-after': retryAt } }
    }
  }
}
