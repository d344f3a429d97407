import { randomInt } from 'node:crypto'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { fingerprintCode } from './encrypted-opening.ts'
import { listUsedFingerprints } from './pin-codes.ts'

const digitCount = 6
const candidatesPerRound = 20
const roundsMax = 50

/**
 * Generates a code that no other pin code of the property has, at any lock and time.
 *
 * @throws ApiError STATE_CONFLICT if nearly all codes are in use
 */
export async function generateCode(
  ctx: Pick<Context, 'db' | 'cipher'>,
  property: { agency_uid: string; uid: string },
): Promise<string> {
  const key = { property_uid: property.uid }
  for (let round = 0; round < roundsMax; round++) {
    const candidates = Array.from({ length: candidatesPerRound }, randomCode)
    const fingerprints = candidates.map(code => fingerprintCode(ctx.cipher, key, code))
    const usedFingerprints = await listUsedFingerprints(ctx, property, fingerprints.flat())
    const isUnused = (_: string, i: number) =>
      !fingerprints[i]!.some(bytes => usedFingerprints.has(bytes.toString('hex')))
    const unusedCode = candidates.find(isUnused)
    if (unusedCode !== undefined) return unusedCode
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
  return String(randomInt(10 ** digitCount)).padStart(digitCount, '0')
}
