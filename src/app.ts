/** The whole server on one page. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveConsoleShell, serveNoShell } from './console.ts'
import type { WaitingContext } from './context.ts'
import { InputCache } from './platform/cache/input-cache.ts'
import type { Database } from './platform/db/database.ts'
import { openLookup } from './platform/db/marks/marks-of.ts'
import { transaction } from './platform/db/transaction.ts'
import { ApiError } from './platform/errors.ts'
import { serveGraphQL } from './platform/graphql/endpoint.ts'
import { queryPage, type SendQueryPage } from './platform/graphql/query-page.ts'
import type { LogSettings } from './platform/logs/logger-options.ts'
import { documentScope } from './platform/openapi/document.ts'
import { serveReference } from './platform/openapi/reference/reference-page.ts'
import { refuseUnknown } from './platform/rest/answers/not-found.ts'
import type { AdmissionOptions } from './platform/rest/limits/admission.ts'
import { RateCounts } from './platform/rest/limits/rate-limit.ts'
import { serveScope } from './platform/rest/scope.ts'
import { createServer } from './platform/rest/server.ts'
import type { ScopeOptions } from './platform/rest/steps/call.ts'
import { existsIn, type Version } from './platform/rest/version.ts'
import { refuseUnknownVersions, serveHealth, servePapers } from './process/health.ts'
import { contextBase, type Runtime } from './process/runtime.ts'
import { authenticate } from './rental/access/agencies/authenticate.ts'
import { type Caller, limitedEmployee } from './rental/access/agencies/caller.ts'
import { serveMetadata } from './rental/access/authorizations/metadata.rest.ts'
import { serveConsent } from './rental/access/consent/consent.rest.ts'
import { type ConsoleServices, serveConsole } from './rental/access/console/console.rest.ts'
import { SeenCredentials } from './rental/access/credential-uses/open-seen-credentials.ts'
import { servePictureFiles } from './rental/access/employee-pictures/employee-pictures.rest.ts'
import { checkExtent, extentOf } from './rental/access/partners/reply-extent.sql.ts'
import { checkArea, checkRole } from './rental/access/roles/check-role.ts'
import { serveBookingPages } from './rental/around/booking-pages/booking-pages.rest.ts'
import { deprecationHeaders, successors } from './rental/deprecation.ts'
import { LogWatch } from './rental/events/event-log/log-watch.ts'
import { legacyOperationWords, operationWords } from './rental/glossary.ts'
import { serveFeeds } from './rental/prices/calendar-feeds/calendar-feeds.rest.ts'
import { servePhotoFiles } from './rental/properties/photos/photo-files.rest.ts'
import {
  callerWords,
  leadQueryDescription,
  referenceAt,
  referenceDocuments,
  unversionedReference,
} from './rental/reference.ts'
import { refuseLocalSpots, refuseVersionOne } from './rental/removed-endpoints.ts'
import { legacyRoutes, routes, unversionedRoutes } from './rental/routes.ts'
import { leadQuerySchema, schemaOf } from './rental/schemas.ts'
import { legacyVersion, newestVersion, versions } from './rental/versions.ts'

type AnyScope = ScopeOptions<WaitingContext>

/** What the parts of one server share. */
interface Shared extends Runtime {
  logs: LogWatch
  seen: SeenCredentials
  counts: RateCounts
}

/** Puts the server together; it listens nowhere yet. */
export async function buildApp(
  given: Runtime,
  { logTo }: Pick<LogSettings, 'logTo'> = {},
): Promise<FastifyInstance> {
  const { config, database, clock, metrics, tasks } = given
  const logs = new LogWatch(database.readNow, given.signals, given.pace)
  const counts = new RateCounts(database.run)
  const runtime = { ...given, logs, seen: new SeenCredentials(), counts }
  const app = await createServer({
    logLevel: config.logLevel,
    ...(logTo ? { logTo } : {}),
    hsts: config.hsts,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    requestTimeoutMs: config.requestTimeoutMs,
    connectionsMax: config.connectionsMax,
    unsent: given.unsent,
    metrics,
  })
  app.addHook('onClose', async () => logs.stop())
  const showPage = config.queryPage ? queryPage(app, { assetsPath: '/docs/query-page' }) : null
  serveHealth(app, runtime)
  servePapers(app)
  serveConsole(app, consoleServices(runtime))
  const { kysely: db, run, readNow: read } = database
  if (config.console) serveConsoleShell(app, { run, db, clock, publicUrl: config.publicUrl })
  else serveNoShell(app)
  serveMetadata(app, config.publicUrl)
  serveFeeds(app, { db, read, clock, tasks })
  await app.register(async scope => servePages(scope, runtime), { prefix: pagesPrefix })
  await app.register(async scope => serveUnversioned(scope, runtime), { prefix: '/api' })
  await app.register(async scope => refuseVersionOne(scope), { prefix: '/v1' })
  refuseLocalSpots(app)
  await app.register(async scope => servePhotoFiles(scope, runtime.blobs), { prefix: '/files' })
  await app.register(async part => servePictureFiles(part, { db }), { prefix: '/files/employees' })
  await app.register(async scope => serveLegacy(scope, runtime, showPage), { prefix: '/v2' })
  for (const version of versions) {
    const prefix = `/api/v${version}`
    await app.register(async scope => serveVersion(scope, version, runtime, showPage), { prefix })
  }
  serveReference(app, '/docs', referenceDocuments)
  return app
}

const pagesPrefix = '/p'

function servePages(scope: FastifyInstance, { config, database, clock }: Shared): void {
  const settings = { publicUrl: config.publicUrl }
  const { kysely: db, readNow: read } = database
  serveBookingPages(scope, pagesPrefix, { db, read, clock, settings })
}

/** Below `/api` without a version: the versions, and what partners do as themselves. */
async function serveUnversioned(api: FastifyInstance, runtime: Shared): Promise<void> {
  refuseUnknownVersions(api)
  await api.register(async scope => {
    await documentScope(scope, unversionedReference(runtime.config.publicUrl))
    serveScope<WaitingContext>(scope, {
      ...shared(runtime, runtime.config.sandbox),
      prefix: '/api',
      label: null,
      version: newestVersion,
      routes: unversionedRoutes,
    })
    serveConsent(scope, consent(runtime))
  })
}

async function serveLegacy(
  scope: FastifyInstance,
  runtime: Shared,
  showPage: SendQueryPage | null,
): Promise<void> {
  refuseUnknown(scope, () => new ApiError('ENDPOINT_NOT_FOUND', 'Endpoint not found'))
  await documentScope(scope, referenceAt(legacyVersion, runtime.config.publicUrl))
  serveScope<WaitingContext>(scope, {
    ...shared(runtime, true),
    prefix: '/v2',
    label: 'v2',
    version: legacyVersion,
    routes: legacyRoutes,
    wording: {
      callers: callerWords,
      says: legacyOperationWords,
      spelt: successors,
      isDeprecated: true,
    },
    headersOf: deprecationHeaders,
  })
  serveGraphQL<Caller>(scope, {
    ...graphql(runtime, showPage, leadQueryTitle),
    path: '/leadsql',
    schema: leadQuerySchema(),
    style: { alwaysWhole: false },
    operationId: 'queryLeads',
    summary: 'Query leads with their order, fees, countdown, assignee and property',
    description: leadQueryDescription,
  })
}

async function serveVersion(
  scope: FastifyInstance,
  version: Version,
  runtime: Shared,
  showPage: SendQueryPage | null,
): Promise<void> {
  const label = `v${version}`
  const younger = routes.filter(route => !existsIn(version, route))
  refuseUnknown(scope, () => new ApiError('UNKNOWN_API', 'Unknown api: '), { label, younger })
  await documentScope(scope, referenceAt(version, runtime.config.publicUrl))
  serveScope<WaitingContext>(scope, {
    ...shared(runtime, runtime.config.sandbox, version === newestVersion),
    prefix: `/api/${label}`,
    label,
    version,
    routes,
    ...(existsIn(version, { since: '3.3' }) ? statesOf(runtime) : {}),
  })
  serveConsent(scope, consent(runtime))
  serveGraphQL<Caller>(scope, {
    ...graphql(runtime, showPage, `Lodgepole ${label} GraphQL`),
    path: '/graphql',
    schema: schemaOf(version, runtime.config.publicUrl),
    style: { alwaysWhole: true },
    operationId: 'queryGraphQL',
    summary: 'Query leads and properties with GraphQL',
    description: 'Returns leads and properties with the selected fields. Filters as in REST lists.',
  })
}

function shared(runtime: Shared, takesPartnerKeys: boolean, takesSessions = false) {
  const { config, database, clock } = runtime
  const { rateLimitPerHour, idempotencyHours } = config
  const console = takesSessions ? config.publicUrl : null
  const { signing, seen } = runtime
  const db = database.kysely
  const lookup = openLookup(database, { isCached: runtime.cache.isOn })
  const authentication = { lookup, db, clock, signing, seen, takesPartnerKeys, console }
  const admission: AdmissionOptions = {
    counts: runtime.counts,
    clock,
    limitPerHour: rateLimitPerHour,
    metrics: runtime.metrics,
    lookups: seen.lookups,
    authenticate: request => authenticate(authentication, request),
  }
  const base = { ...contextBase(runtime), logs: runtime.logs }
  const { cache } = runtime
  const contextOf = (request: FastifyRequest): WaitingContext => {
    const inputs = new InputCache(cache, request)
    return { ...base, caller: callerOf(request), inputs, requestUid: request.id, log: request.log }
  }
  const checkUse: AnyScope['checkUse'] = (request, use) => checkRole(callerOf(request), use)
  const hiddenFrom: AnyScope['hiddenFrom'] = request =>
    limitedEmployee(callerOf(request)) === null ? [] : limitedMarks
  const callers = ['agency', 'partner']
  const wording = { callers: callerWords, says: operationWords }
  const extents = { extentOf, checkExtent }
  const inTransaction = transaction
  const roles = { checkUse, hiddenFrom }
  const turns = runtime.turns.rest
  const serving = { idempotencyHours, cache, contextOf, extents, inTransaction, turns, ...roles }
  return { admission, ...serving, ignoredQuery: ['agencyUid'], callers, wording }
}

/** What versions have in which changes may depend on the state of an object. */
function statesOf(runtime: Shared) {
  const { wording } = shared(runtime, false)
  return { wording: { ...wording, heedsStates: true } as const }
}

function consent(runtime: Runtime) {
  const { database, clock, pending, signIns, metrics, signing, tasks, config: settings } = runtime
  return { db: database.kysely, signIns, clock, signing, pending, metrics, tasks, settings }
}

/** What is hidden from those who have only what is their own: guests, and prices. */
const limitedMarks = ['x-personal', 'x-price']

function consoleServices(runtime: Shared): ConsoleServices {
  return { ...contextBase(runtime), signIns: runtime.signIns, run: runtime.database.run }
}

const leadQueryTitle = 'Lodgepole lead query'

function graphql(runtime: Runtime, show: SendQueryPage | null, title: string) {
  const showPage: Parameters<typeof serveGraphQL>[1]['showPage'] =
    show &&
    (async reply => {
      const defaultQuery = await firstQuery(runtime.database, title)
      return show(reply, { title, defaultQuery, apiKeyHeader: 'X-HOSTFULLY-APIKEY' })
    })
  const { clock, metrics, documentCache, cache, unsent, sealer, turns } = runtime
  const database = runtime.database as unknown as Database<never>
  const callerOf = queryCallerOf
  const sharing = { documentCache, cache, unsent, turns: turns.graphql, metrics }
  return { database, sealer, clock, callerOf, showPage, ...sharing }
}

/** Undefined on an operation that needs no credential; its type says that it has no caller. */
function callerOf(request: FastifyRequest): Caller {
  return request.admission?.caller as Caller
}

/** @throws ApiError OPERATION_NOT_PERMITTED for a client secret, which is for partners only */
function queryCallerOf(request: FastifyRequest): Caller {
  const caller = callerOf(request)
  checkArea(caller, 'bookings', 'read')
  if (caller.kind !== 'client') return caller
  throw new ApiError('OPERATION_NOT_PERMITTED', 'This credential cannot use this operation', {
    members: { requires: 'agency or partner' },
  })
}

/** What the query page opens with: leads of the agency of a server that has only one. */
async function firstQuery({ kysely }: Runtime['database'], title: string): Promise<string> {
  const agencies = await kysely.selectFrom('agencies').select('agency_uid').limit(2).execute()
  if (agencies.length !== 1 || title !== leadQueryTitle) {
    return '{\n  __schema {\n    queryType { name }\n  }\n}\n'
  }
  return `{
  leads(agencyUid: "${agencies[0]!.agency_uid}", _limit: 10) {
    uid
    status
    firstName
    lastName
    checkInDateTimeString
    checkOutDateTimeString
    order { totalGrossOrderValue currency }
    property { name }
  }
}
`
}
