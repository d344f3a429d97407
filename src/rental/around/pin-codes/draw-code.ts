import { randomInt } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { listTaken } from './pin-codes.ts'
import { fingerprintsOf } from './sealed-opening.ts'

const digits = 6
const drawnAtOnce = 20
const roundsMax = 50

/**
 * Draws a code that no other pin code of the property has, whatever its lock and time.
 *
 * @throws ApiError STATE_CONFLICT when the property has nearly all of them
 */
export async function drawCode(
  ctx: Pick<Context, 'db' | 'sealer'>,
  property: { agency_uid: string; uid: string },
): Promise<string> {
  const place = { property_uid: property.uid }
  for (let round = 0; round < roundsMax; round++) {
    const drawn = Array.from({ length: drawnAtOnce }, randomCode)
    const known = drawn.map(code => fingerprintsOf(ctx.sealer, place, code))
    const taken = await listTaken(ctx, property, known.flat())
    const isFree = (_: string, i: number) => !known[i]!.some(one => taken.has(one.toString('hex')))
    const free = drawn.find(isFree)
    if (free !== undefined) return free
  }
  throw new ApiError(
    'STATE_CONFLICT',
    `Property ${property.uid} has no unused 6-digit code left; delete unneeded pin codes`,
    {
      members: { state: 'CODES_USED_UP', allowedActions: [] },
    },
  )
}

function randomCode(): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}
