/** Blocks of several properties and units: contract/leads.md §9.4. */
import { type Context, route } from '../../../context.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { requireProperties } from '../../properties/properties/properties.ts'
import { requireUnit } from '../../properties/units/units.ts'
import { readNewLead } from '../lead-writes/read-lead.ts'
import { leadSchema, presentLead } from '../leads/lead-shape.ts'
import { blockStay, type NewBlocksBody, newBlocksBody } from './block-body.ts'
import { type BlockTarget, createBlocks } from './create-blocks.ts'

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
    emits: ['NEW_BLOCKED_DATES', 'PROPERTY_AVAILABILITY_UPDATED'],
    tag: 'Leads',
    body: newBlocksBody,
    http: { status: 201 },
    response: unpagedResponse('leads', leadSchema),
    errors: [
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'OPERATION_NOT_PERMITTED',
      'EMPLOYEE_NOT_FOUND',
      'NOT_AVAILABLE',
    ],
    authorize: async (ctx, { body }) => {
      const agencyUid = requireAgencyUidOrOnly(ctx.caller, body.agencyUid)
      return { agencyUid, targets: await requireBlockTargets(ctx, agencyUid, body) }
    },
    handler: async (ctx, { body, version, authorized: { agencyUid, targets } }) => {
      const { agencyUid: _, propertyUids: __, unitUids: ___, from, to, ...fields } = body
      const blockFields = {
        ...fields,
        propertyUid: targets[0]!.propertyUid,
        status: 'BLOCKED' as const,
      }
      const terms = await readNewLead(ctx, agencyUid, blockFields)
      const stay = blockStay({ from, to })
      const blocks = await createBlocks(ctx, agencyUid, targets, { ...terms, stay, version })
      return unpaged(
        'leads',
        blocks.map(row => presentLead(ctx, row, version)),
      )
    },
  }),
]

/** @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT with the path of the refused uid in the body */
async function requireBlockTargets(
  ctx: Context,
  agencyUid: string,
  { propertyUids = [], unitUids = [] }: NewBlocksBody,
): Promise<BlockTarget[]> {
  const access = 'READ_WRITE'
  const parameterOf = (i: number) => `propertyUids[${i}]`
  const properties = await requireProperties(ctx, propertyUids, { access, parameterOf })
  const targets: BlockTarget[] = []
  for (const [i, { agency_uid, uid }] of properties.entries()) {
    if (agency_uid !== agencyUid) throw accessDenied(parameterOf(i), propertyUids[i]!)
    targets.push({ propertyUid: uid, unitUid: null, parameter: parameterOf(i) })
  }
  for (const [i, text] of unitUids.entries()) {
    const parameter = `unitUids[${i}]`
    const { agency_uid, uid, property_uid } = await requireUnit(ctx, text, { access, parameter })
    if (agency_uid !== agencyUid) throw accessDenied(parameter, text)
    targets.push({ propertyUid: property_uid, unitUid: uid, parameter })
  }
  return targets
}
