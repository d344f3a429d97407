/** Calendars that are imported, and the address of the one exported: contract/resources.md §10. */
import { type Context, route } from '../../../context.ts'
import { utcTextOrNull } from '../../../platform/dates.ts'
import { notFound, requiredParameter } from '../../../platform/errors.ts'
import {
  bool,
  count,
  listOf,
  named,
  nullable,
  oneOf,
  oneOfOrAlias,
  shape,
  shortText,
  since,
  Type,
  text,
  uid,
  url,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { listMetadata, unpaged } from '../../../platform/rest/list.ts'
import { existsIn } from '../../../platform/rest/version.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reach } from '../../access/partners/reach.sql.ts'
import {
  feedUrl,
  findFeedToken,
  listIcalTokens,
  renewIcalFeed,
} from '../../prices/calendar-feeds/calendar-feeds.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { syncNow } from '../ical-imports/sync-now.ts'
import { changeExportToken } from './change-export-token.ts'
import { changeIcal } from './change-ical.ts'
import { createIcal } from './create-ical.ts'
import { deleteIcal } from './delete-ical.ts'
import {
  defaultKinds,
  type Ical,
  icalSources,
  importChoices,
  sourceAliases,
  stateOfIcal,
} from './ical.ts'
import { checkIcalUrl, shownUrl } from './ical-address.ts'
import { findIcal, findKnownIcal, listAllIcals, listIcals } from './icals.ts'

const ical = shape('Ical', {
  uid: uid(),
  propertyUid: uid(),
  name: text(),
  source: text(),
  url: text({ max: 2_048 }),
  lastSyncUtcDateTime: nullable(utcDateTime()),
  lastSyncStatus: named('IcalSyncStatus', oneOf(['OK', 'ERROR', 'NEVER'])),
  lastSyncError: nullable(text({ max: 10_000 })),
  imports: since('3.3', named('IcalImports', oneOf(importChoices))),
  defaultKind: since('3.3', named('IcalDefaultKind', oneOf(defaultKinds))),
  repeatsOthers: since('3.3', bool()),
  state: since('3.3', text()),
  clashCount: since('3.3', count()),
  believedUtcDateTime: since('3.3', nullable(utcDateTime())),
  exportUrl: Type.Optional(since('3.3', url())),
})

const exportSince = '3.3'
const settings = {
  imports: Type.Optional(named('IcalImports', oneOf(importChoices))),
  defaultKind: Type.Optional(named('IcalDefaultKind', oneOf(defaultKinds))),
  repeatsOthers: Type.Optional(bool()),
}
const answer = Type.Object({ ical })
const tag = 'iCals'
const writes = { access: 'READ_WRITE' } as const
const source = () => named('IcalSource', oneOfOrAlias(icalSources, sourceAliases))
const one = { path: '/icals/:uid', since: '3.3', tag } as const
const targetErrors = ['INVALID_PARAMETER', 'INVALID_ENUM_VALUE', 'ALREADY_EXISTS'] as const
const oneErrors = ['ICAL_NOT_FOUND', 'READ_ONLY_GRANT'] as const

export const icalRoutes = [
  route({
    method: 'GET',
    path: '/icals',
    summary: 'List external calendars',
    tag,
    query: Type.Object({
      propertyUid: Type.Optional(uid()),
      agencyUid: Type.Optional(since('3.3', uid())),
    }),
    answer: shape('IcalList', {
      icals: listOf(ical),
      exportUrl: Type.Optional(since(exportSince, url())),
      _metadata: listMetadata,
    }),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const { propertyUid, agencyUid } = query
      if (propertyUid === undefined) {
        if (agencyUid === undefined) throw requiredParameter('propertyUid')
        const all = await listAllIcals(ctx, reachedAgencyUid(ctx.caller, agencyUid))
        return unpaged('icals', all.map(present))
      }
      const property = await reachedProperty(ctx, propertyUid)
      const found = await listIcals(ctx, property)
      const isTold = property.access === 'READ_WRITE' && existsIn(version, { since: exportSince })
      const token = isTold ? await findFeedToken(ctx, property) : undefined
      const own = found.map(one => one.uid)
      const tokens = isTold ? await listIcalTokens(ctx, property.agency_uid, own) : new Map()
      const shown = found.map(one => {
        const ownToken = tokens.get(one.uid)
        return { ...present(one), ...(ownToken ? { exportUrl: feedUrl(ctx, ownToken) } : {}) }
      })
      const { icals, ...beside } = unpaged('icals', shown)
      return { icals, ...(token ? { exportUrl: feedUrl(ctx, token) } : {}), ...beside }
    },
  }),
  route({
    method: 'POST',
    path: '/icals',
    since: '3.3',
    summary: 'Add an external calendar to a property',
    tells: ['ICAL_CREATED'],
    tag,
    body: Type.Object({
      propertyUid: uid(),
      name: text({ min: 1 }),
      url: shortText({ max: 2_048 }),
      source: Type.Optional(nullable(source())),
      ...settings,
    }),
    http: { status: 201 },
    answer,
    errors: [
      'REQUIRED_PARAMETER',
      ...targetErrors,
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'STATE_CONFLICT',
    ],
    lifecycle: { ahead: async (ctx, { body }) => checkIcalUrl(ctx, body.url) },
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body: { source = null, ...body }, reached }) => ({
      ical: present(await createIcal(ctx, reached, { ...body, source })),
    }),
  }),
  route({
    ...one,
    method: 'PATCH',
    summary: 'Update an external calendar',
    body: Type.Object({
      name: Type.Optional(text({ min: 1 })),
      url: Type.Optional(shortText({ max: 2_048 })),
      source: Type.Optional(source()),
      ...settings,
    }),
    answer,
    errors: [...oneErrors, ...targetErrors],
    lifecycle: {
      ahead: async (ctx, { body }) => {
        if (body.url !== undefined) await checkIcalUrl(ctx, body.url)
      },
    },
    authorize: async (ctx, { params }) => reachedIcal(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => ({
      ical: present(await changeIcal(ctx, reached, body)),
    }),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete an external calendar and its future blocks',
    tells: ['ICAL_DELETED'],
    http: { status: 204 },
    errors: [...oneErrors],
    authorize: async (ctx, { params }) => reachedIcal(ctx, params.uid!),
    query: Type.Object({ keepStays: Type.Optional(bool()) }),
    handler: async (ctx, { reached, query }) =>
      deleteIcal(ctx, reached, { keepsStays: query.keepStays ?? true }),
  }),
  route({
    ...one,
    path: '/icals/:uid/sync',
    method: 'POST',
    summary: 'Synchronize an external calendar now',
    body: Type.Object({ believe: Type.Optional(bool()) }),
    lifecycle: {
      // It waits for another server, which no transaction does.
      standalone: true,
    },
    answer,
    errors: [...oneErrors],
    authorize: async (ctx, { params }) => reachedIcal(ctx, params.uid!),
    handler: async (ctx, { params, reached, body }) => {
      await syncNow(ctx, reached, { isBelieved: body?.believe ?? false })
      const synced = await findKnownIcal(ctx, reached)
      if (!synced) throw notFound('ICAL_NOT_FOUND', params.uid!)
      return { ical: present(synced) }
    },
  }),
  route({
    ...one,
    path: '/icals/:uid/export-token',
    method: 'POST',
    operationId: 'renewIcalExportOfCalendar',
    summary: 'Renew the export URL of an external calendar',
    answer: Type.Object({ icalExport: shape('IcalExport', { propertyUid: uid(), url: url() }) }),
    errors: [...oneErrors],
    authorize: async (ctx, { params }) => reachedIcal(ctx, params.uid!),
    handler: async (ctx, { reached }) => {
      const { property_uid: propertyUid } = reached
      const token = await renewIcalFeed(ctx, reached)
      return { icalExport: { propertyUid, url: feedUrl(ctx, token) } }
    },
  }),
  route({
    method: 'POST',
    path: '/icals/export-token',
    since: '3.3',
    operationId: 'renewIcalExport',
    summary: 'Renew the export URL of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Object({ icalExport: shape('IcalExport', { propertyUid: uid(), url: url() }) }),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) => reachedProperty(ctx, query.propertyUid, writes),
    handler: async (ctx, { reached }) => {
      const token = await changeExportToken(ctx, reached)
      return { icalExport: { propertyUid: reached.uid, url: feedUrl(ctx, token) } }
    },
  }),
]

/** A calendar that the caller may write. @throws ApiError ICAL_NOT_FOUND, READ_ONLY_GRANT */
async function reachedIcal(ctx: Context, text: string) {
  const wanted = { ...writes, parameter: 'icalUid', inPath: true }
  return reach(text, wanted, 'ICAL_NOT_FOUND', uid => findIcal(ctx, uid))
}

function present(row: Ical) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    name: row.name,
    source: row.source,
    url: shownUrl(row),
    lastSyncUtcDateTime: utcTextOrNull(row.synced_at),
    lastSyncStatus: row.sync_status as 'OK' | 'ERROR' | 'NEVER',
    lastSyncError: row.sync_error,
    imports: row.imports as (typeof importChoices)[number],
    defaultKind: row.default_kind as (typeof defaultKinds)[number],
    repeatsOthers: row.repeats_others,
    state: stateOfIcal(row),
    clashCount: row.clash_count,
    believedUtcDateTime: utcTextOrNull(row.answered_at),
  }
}
