/** Rate multipliers of an agency: contract/pricing.md §6.2. */
import { type Context, route } from '../../../context.ts'
import { decimalText } from '../../../platform/money.ts'
import { mapOf, number, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { changeRateMultipliers } from './change-rate-multipliers.ts'
import { type MultiplierChannel, multiplierChannels } from './rate-multiplier.ts'
import { listMultipliers } from './rate-multipliers.ts'

const multiplierMax = 1_000_000

const multiplier = shape('RateMultiplier', { value: number({ min: -1, max: multiplierMax }) })
const rateMultipliers = mapOf(multiplierChannels, multiplier)
const response = shape('RateMultipliersAnswer', { rateMultipliers, agencyUid: uid() })

const http = { findState: contentReader('agency', { table: 'rate_multipliers' }) }

export const rateMultiplierRoutes = [
  route({
    method: 'GET',
    path: '/rate-multipliers',
    operationId: 'getRateMultipliers',
    http,
    summary: 'Get the rate multipliers of an agency',
    tag: 'Pricing',
    access: { needs: 'offers' },
    query: Type.Object({ agencyUid: uid() }),
    response,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      presentMultipliers(ctx, requireAgencyUid(ctx.caller, query.agencyUid)),
  }),
  route({
    method: 'PATCH',
    path: '/rate-multipliers',
    operationId: 'changeRateMultipliers',
    http,
    summary: 'Update the rate multipliers of an agency',
    emits: ['PRICING_UPDATED'],
    tag: 'Pricing',
    access: { needs: 'offers', callers: ['agency'] },
    body: Type.Object({ agencyUid: uid(), rateMultipliers }),
    response,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { body }) => {
      const agencyUid = requireAgencyUid(ctx.caller, body.agencyUid)
      const entries = Object.entries(body.rateMultipliers)
      const rows = entries.map(([channel, { value }]) => ({ channel, value: decimalText(value) }))
      await changeRateMultipliers(ctx, agencyUid, rows)
      return presentMultipliers(ctx, agencyUid)
    },
  }),
]

/** Presents the multipliers of all channels, 0 by default. */
async function presentMultipliers(ctx: Context, agencyUid: string) {
  const rows = await listMultipliers(ctx, agencyUid)
  const valueByChannel = new Map(rows.map(({ channel, value }) => [channel, Number(value)]))
  const multipliers = multiplierChannels.map((channel): [MultiplierChannel, { value: number }] => [
    channel,
    { value: valueByChannel.get(channel) ?? 0 },
  ])
  return { rateMultipliers: Object.fromEntries(multipliers), agencyUid }
}
