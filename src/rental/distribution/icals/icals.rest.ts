/** External calendars, and URLs of exported ones: contract/resources.md §10. */
import { route } from '../../../context.ts'
import { utcTextOrNull } from '../../../platform/dates/dates.ts'
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
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import {
  feedUrl,
  findFeedToken,
  listIcalTokens,
  renewIcalFeed,
} from '../../prices/calendar-feeds/calendar-feeds.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { syncNow } from '../ical-imports/sync-now.ts'
import { changeExportToken } from './change-export-token.ts'
import { changeIcal } from './change-ical.ts'
import { createIcal } from './create-ical.ts'
import { deleteIcal } from './delete-ical.ts'
import {
  defaultKinds,
  type Ical,
  icalSources,
  icalState,
  importChoices,
  sourceAliases,
} from './ical.ts'
import { checkIcalUrl, redactedUrl } from './ical-address.ts'
import { findIcalByKey, listAllIcals, listIcals, requireIcal } from './icals.ts'

const urlLengthMax = 2_048

const icalSchema = shape('Ical', {
  uid: uid(),
  propertyUid: uid(),
  name: text(),
  source: text(),
  url: text({ max: urlLengthMax }),
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

/** Version that introduced `exportUrl`. */
const exportSince = '3.3'
const settingFields = {
  imports: Type.Optional(named('IcalImports', oneOf(importChoices))),
  defaultKind: Type.Optional(named('IcalDefaultKind', oneOf(defaultKinds))),
  repeatsOthers: Type.Optional(bool()),
}
const response = Type.Object({ ical: icalSchema })
const tag = 'iCals'
const writeAccess = { access: 'READ_WRITE' } as const
const sourceSchema = () => named('IcalSource', oneOfOrAlias(icalSources, sourceAliases))
const item = { path: '/icals/:uid', since: '3.3', tag } as const
const icalColumns = ['name', 'source', 'url_digest', 'imports', 'default_kind', 'repeats_others']
/** State of the columns that a change may replace, without the progress of imports. */
const changeableState = {
  findState: contentReader('row', { table: 'icals', columns: icalColumns }),
}
const targetErrors = ['INVALID_PARAMETER', 'INVALID_ENUM_VALUE', 'ALREADY_EXISTS'] as const
const itemErrors = ['ICAL_NOT_FOUND', 'READ_ONLY_GRANT'] as const

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
    response: shape('IcalList', {
      icals: listOf(icalSchema),
      exportUrl: Type.Optional(since(exportSince, url())),
      _metadata: listMetadata,
    }),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const { propertyUid, agencyUid } = query
      if (propertyUid === undefined) {
        if (agencyUid === undefined) throw requiredParameter('propertyUid')
        const icals = await listAllIcals(ctx, requireAgencyUid(ctx.caller, agencyUid))
        return unpaged('icals', icals.map(presentIcal))
      }
      const property = await requireProperty(ctx, propertyUid)
      const rows = await listIcals(ctx, property)
      const hasExportUrl =
        property.access === 'READ_WRITE' && existsIn(version, { since: exportSince })
      const propertyToken = hasExportUrl ? await findFeedToken(ctx, property) : undefined
      const icalUids = rows.map(row => row.uid)
      const icalTokens = hasExportUrl
        ? await listIcalTokens(ctx, property.agency_uid, icalUids)
        : new Map()
      const items = rows.map(row => {
        const icalToken = icalTokens.get(row.uid)
        return { ...presentIcal(row), ...(icalToken ? { exportUrl: feedUrl(ctx, icalToken) } : {}) }
      })
      const { icals, ...metadata } = unpaged('icals', items)
      return {
        icals,
        ...(propertyToken ? { exportUrl: feedUrl(ctx, propertyToken) } : {}),
        ...metadata,
      }
    },
  }),
  route({
    method: 'POST',
    path: '/icals',
    since: '3.3',
    summary: 'Add an external calendar to a property',
    emits: ['ICAL_CREATED'],
    tag,
    body: Type.Object({
      propertyUid: uid(),
      name: text({ min: 1 }),
      url: shortText({ max: urlLengthMax }),
      source: Type.Optional(nullable(sourceSchema())),
      ...settingFields,
    }),
    http: { status: 201 },
    response,
    errors: [
      'REQUIRED_PARAMETER',
      ...targetErrors,
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'STATE_CONFLICT',
    ],
    lifecycle: { prepare: async (ctx, { body }) => checkIcalUrl(ctx, body.url) },
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writeAccess),
    handler: async (ctx, { body: { source = null, ...body }, authorized }) => ({
      ical: presentIcal(await createIcal(ctx, authorized, { ...body, source })),
    }),
  }),
  route({
    ...item,
    method: 'GET',
    http: changeableState,
    summary: 'Get an external calendar',
    response,
    errors: ['ICAL_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      ical: presentIcal(await requireIcal(ctx, params.uid!, 'READ')),
    }),
  }),
  route({
    ...item,
    http: changeableState,
    method: 'PATCH',
    summary: 'Update an external calendar',
    body: Type.Object({
      name: Type.Optional(text({ min: 1 })),
      url: Type.Optional(shortText({ max: urlLengthMax })),
      source: Type.Optional(sourceSchema()),
      ...settingFields,
    }),
    response,
    errors: [...itemErrors, ...targetErrors],
    lifecycle: {
      prepare: async (ctx, { body }) => {
        if (body.url !== undefined) await checkIcalUrl(ctx, body.url)
      },
    },
    authorize: async (ctx, { params }) => requireIcal(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { body, authorized }) => ({
      ical: presentIcal(await changeIcal(ctx, authorized, body)),
    }),
  }),
  route({
    ...item,
    method: 'DELETE',
    summary: 'Delete an external calendar and its future blocks',
    emits: ['ICAL_DELETED'],
    http: { status: 204 },
    errors: [...itemErrors],
    authorize: async (ctx, { params }) => requireIcal(ctx, params.uid!, 'READ_WRITE'),
    query: Type.Object({ keepStays: Type.Optional(bool()) }),
    handler: async (ctx, { authorized, query }) =>
      deleteIcal(ctx, authorized, { keepsStays: query.keepStays ?? true }),
  }),
  route({
    ...item,
    path: '/icals/:uid/sync',
    method: 'POST',
    summary: 'Synchronize an external calendar now',
    body: Type.Object({ believe: Type.Optional(bool()) }),
    lifecycle: {
      // The handler waits for another server, so it must not be in a transaction.
      standalone: true,
    },
    response,
    errors: [...itemErrors],
    authorize: async (ctx, { params }) => requireIcal(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { params, authorized, body }) => {
      await syncNow(ctx, authorized, { isBelieved: body?.believe ?? false })
      const synced = await findIcalByKey(ctx, authorized)
      if (!synced) throw notFound('ICAL_NOT_FOUND', params.uid!)
      return { ical: presentIcal(synced) }
    },
  }),
  route({
    ...item,
    path: '/icals/:uid/export-token',
    method: 'POST',
    operationId: 'renewIcalExportOfCalendar',
    summary: 'Renew the export URL of an external calendar',
    response: Type.Object({ icalExport: shape('IcalExport', { propertyUid: uid(), url: url() }) }),
    errors: [...itemErrors],
    authorize: async (ctx, { params }) => requireIcal(ctx, params.uid!, 'READ_WRITE'),
    handler: async (ctx, { authorized }) => {
      const { property_uid: propertyUid } = authorized
      const token = await renewIcalFeed(ctx, authorized)
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
    response: Type.Object({ icalExport: shape('IcalExport', { propertyUid: uid(), url: url() }) }),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) => requireProperty(ctx, query.propertyUid, writeAccess),
    handler: async (ctx, { authorized }) => {
      const token = await changeExportToken(ctx, authorized)
      return { icalExport: { propertyUid: authorized.uid, url: feedUrl(ctx, token) } }
    },
  }),
]

function presentIcal(row: Ical) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    name: row.name,
    source: row.source,
    url: redactedUrl(row),
    lastSyncUtcDateTime: utcTextOrNull(row.synced_at),
    lastSyncStatus: row.sync_status as 'OK' | 'ERROR' | 'NEVER',
    lastSyncError: row.sync_error,
    imports: row.imports as (typeof importChoices)[number],
    defaultKind: row.default_kind as (typeof defaultKinds)[number],
    repeatsOthers: row.repeats_others,
    state: icalState(row),
    clashCount: row.clash_count,
    believedUtcDateTime: utcTextOrNull(row.responded_at),
  }
}
