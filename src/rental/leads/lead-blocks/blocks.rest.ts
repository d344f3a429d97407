/** Blocks over several places: contract/leads.md §9.4. */
import { type Context, route } from '../../../context.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { agencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { reachedProperties } from '../../properties/properties/properties.ts'
import { reachedUnit } from '../../properties/units/units.ts'
import { readNewLead } from '../lead-writes/read-lead.ts'
import { lead, presentLead } from '../leads/lead-shape.ts'
import { blockStay, type NewBlocksBody, newBlocksBody } from './block-body.ts'
import { type BlockPlace, createBlocks } from './create-blocks.ts'

export const blockRoutes = [
  route({
    method: 'POST',
    path: '/leads/blocks',
    since: '3.3',
    operationId: 'createBlocks',
    summary: 'Block nights of several properties',
    description:
      'Creates a block for each property and unit for all nights from `from` to `to`, both ' +
      'inclusive. All or nothing: on failure, `refusals` lists the conflicts of each property.',
    tells: ['NEW_BLOCKED_DATES', 'PROPERTY_AVAILABILITY_UPDATED'],
    tag: 'Leads',
    body: newBlocksBody,
    http: { status: 201 },
    answer: unpagedAnswer('leads', lead),
    errors: [
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'OPERATION_NOT_PERMITTED',
      'EMPLOYEE_NOT_FOUND',
      'NOT_AVAILABLE',
    ],
    authorize: async (ctx, { body }) => {
      const agencyUid = agencyUidOrOnly(ctx.caller, body.agencyUid)
      return { agencyUid, places: await placesOf(ctx, agencyUid, body) }
    },
    handler: async (ctx, { body, version, reached: { agencyUid, places } }) => {
      const { agencyUid: _, propertyUids: __, unitUids: ___, from, to, ...told } = body
      const fields = { ...told, propertyUid: places[0]!.propertyUid, status: 'BLOCKED' as const }
      const terms = await readNewLead(ctx, agencyUid, fields)
      const stay = blockStay({ from, to })
      const blocks = await createBlocks(ctx, agencyUid, places, { ...terms, stay, version })
      return unpaged(
        'leads',
        blocks.map(row => presentLead(ctx, row, version)),
      )
    },
  }),
]

/** @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, naming where the body has what is refused */
async function placesOf(
  ctx: Context,
  agencyUid: string,
  { propertyUids = [], unitUids = [] }: NewBlocksBody,
): Promise<BlockPlace[]> {
  const access = 'READ_WRITE'
  const parameterOf = (i: number) => `propertyUids[${i}]`
  const properties = await reachedProperties(ctx, propertyUids, { access, parameterOf })
  const places: BlockPlace[] = []
  for (const [i, { agency_uid, uid }] of properties.entries()) {
    if (agency_uid !== agencyUid) throw accessDenied(parameterOf(i), propertyUids[i]!)
    places.push({ propertyUid: uid, unitUid: null, parameter: parameterOf(i) })
  }
  for (const [i, text] of unitUids.entries()) {
    const parameter = `unitUids[${i}]`
    const { agency_uid, uid, property_uid } = await reachedUnit(ctx, text, { access, parameter })
    if (agency_uid !== agencyUid) throw accessDenied(parameter, text)
    places.push({ propertyUid: property_uid, unitUid: uid, parameter })
  }
  return places
}
