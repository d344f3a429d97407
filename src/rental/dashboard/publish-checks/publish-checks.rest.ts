/** Publish checks: contract/resources.md §11.3. */
import { type Context, route } from '../../../context.ts'
import type { SortOrder } from '../../../platform/db/pagination.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { pagedResponse, pageQuery, readSortedList } from '../../../platform/rest/list.ts'
import { findStoredAgency } from '../../access/agencies/agencies.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { checkCodes, type FailedCheck, failedByAgency, failedByProperty } from './publish-check.ts'
import { publishCheck } from './publish-check-shape.ts'
import { readAgencyInputs, readPropertyInputs } from './publish-inputs.sql.ts'

/** Order of the list: the agency, then properties by uid; of each by severity. */
const order: SortOrder = {
  name: 'publish-checks',
  direction: 'asc',
  columns: [
    { column: 'property_uid', type: 'text' },
    { column: 'rank', type: 'integer' },
  ],
}

export const publishCheckRoutes = [
  route({
    method: 'GET',
    path: '/publish-checks',
    since: '3.3',
    summary: 'List what properties and the agency lack for sale',
    description:
      'Returns the failed checks of the agency, then those of its properties. With `propertyUid` ' +
      'only those of the property. Severity SALE: it cannot be booked or paid.',
    tag: 'Properties',
    access: { needs: 'selling' },
    query: Type.Object({ agencyUid: uid(), propertyUid: Type.Optional(uid()), ...pageQuery }),
    response: pagedResponse('publishChecks', publishCheck),
    errors: ['ACCESS_DENIED', 'INVALID_CURSOR'],
    handler: async (ctx, { query }) => {
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      const checks = await listFailedChecks(ctx, agencyUid, query.propertyUid)
      const { rows, envelope } = await readSortedList(
        query,
        { sort: order, keyOf: sortKey },
        {
          list: async (_, { limit, cursor: { k, offset } }) => {
            const rest = k === null ? checks.slice(offset) : checks.filter(isAfter(k))
            return rest.slice(0, limit + 1)
          },
          count: async () => checks.length,
        },
      )
      return { publishChecks: rows, ...envelope }
    },
  }),
]

/** @throws ApiError ACCESS_DENIED for a property of another agency */
async function listFailedChecks(
  ctx: Context,
  agencyUid: string,
  propertyUid: string | undefined,
): Promise<FailedCheck[]> {
  const { time_zone: timeZone } = await findStoredAgency(ctx, agencyUid)
  const scope = { agencyUid, timeZone, propertyUid: null as string | null }
  if (propertyUid !== undefined) {
    const property = await requireProperty(ctx, propertyUid)
    if (property.agency_uid !== agencyUid) throw accessDenied('propertyUid', propertyUid)
    scope.propertyUid = property.uid
  }
  const properties = await readPropertyInputs(ctx, scope)
  const checks = properties.flatMap(({ uid, ...inputs }) => failedByProperty(uid, inputs))
  // A partner sees the properties that it was granted, not the agency.
  if (scope.propertyUid !== null || ctx.caller.kind !== 'agency') return checks
  return [...(await listAgencyChecks(ctx, agencyUid)), ...checks]
}

async function listAgencyChecks(ctx: Context, agencyUid: string): Promise<FailedCheck[]> {
  const { databaseUrl, backups } = ctx.settings
  return failedByAgency({
    ...(await readAgencyInputs(ctx, agencyUid)),
    sendsMail: ctx.sending.mailer !== null,
    hasBackups: databaseUrl !== null || backups.everyHours > 0,
  })
}

/** Returns the position of a check: its property, and its rank as its code has it. */
function sortKey({ propertyUid, code }: FailedCheck): [string, string] {
  return [propertyUid ?? '', String(checkCodes.indexOf(code))]
}

function isAfter([uid, rank]: (string | null)[]): (check: FailedCheck) => boolean {
  return check => {
    const [checkUid, checkRank] = sortKey(check)
    return checkUid > uid! || (checkUid === uid && Number(checkRank) > Number(rank))
  }
}
