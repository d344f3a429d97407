import type { Chance } from '../demo/chance.ts'
import type { ReceiverAnswer } from '../test/support/open-receiver.ts'

/** How a receiver took a delivery; `well`, `slowly` and `stalled` it has accepted it. */
export type Kind = keyof typeof kinds

/** How receivers answer in real life, and how often. None says 410: that ends a webhook. */
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

/** What comes of the next delivery, at random. */
export function misbehave(chance: Chance): { kind: Kind; answer: ReceiverAnswer } {
  const kind = chance.weighted(Object.entries(kinds) as [Kind, number][])
  return { kind, answer: answerOf(kind, chance) }
}

function answerOf(kind: Kind, chance: Chance): ReceiverAnswer {
  const seconds = chance.whole(1, retryAfterSecondsMax)
  switch (kind) {
    case 'well':
      return { status: chance.pick([200, 201, 202, 204]) }
    case 'slowly':
      return { delayMs: chance.whole(1, slowMsMax) }
    case 'failed':
      return { status: chance.pick([500, 502, 504]), body: 'It broke' }
    case 'refused':
      return { status: chance.pick([400, 401, 404, 422]) }
    case 'redirected':
      return { status: chance.pick([301, 302, 307, 308]), headers: { location: '/elsewhere' } }
    case 'reset':
      return { fault: 'reset', delayMs: chance.whole(0, slowMsMax) }
    case 'hung':
      return { fault: 'hang' }
    case 'stalled':
      return { fault: 'stall', body: 'The beginning' }
    case 'busy':
      return { status: 429, headers: { 'retry-after': String(seconds) } }
    case 'away': {
      const until = new Date(Date.now() + seconds * 1_000).toUTCString()
      return { status: 503, headers: { 'retry-after': until } }
    }
  }
}
