/** Composition of the whole server. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WaitingContext } from '../context.ts'
import { InputCache } from '../platform/cache/input-cache.ts'
import { openLookup } from '../platform/db/cache-tags/read-versions.ts'
import type { Database } from '../platform/db/database.ts'
import { transaction } from '../platform/db/transaction.ts'
import { ApiError, fixedError } from '../platform/errors.ts'
import { serveGraphQL } from '../platform/graphql/endpoint.ts'
import { type SendQueryPage, serveQueryPage } from '../platform/graphql/query-page.ts'
import type { LogSettings } from '../platform/logs/logger-options.ts'
import { documentScope } from '../platform/openapi/document.ts'
import { serveReference } from '../platform/openapi/reference/reference-page.ts'
import type { AuthenticationOptions } from '../platform/rest/auth/authenticate-hook.ts'
import { RateLimiter } from '../platform/rest/limits/rate-limit.ts'
import { handleUnknown } from '../platform/rest/response/not-found.ts'
import { serveApiVersion } from '../platform/rest/scope.ts'
import { createServer } from '../platform/rest/server.ts'
import type { ScopeOptions } from '../platform/rest/steps/request-context.ts'
import { existsIn, type Version } from '../platform/rest/version.ts'
import { serveSiteFiles } from '../platform/web/site-files.ts'
import { authenticate, findCachedAuthentication } from '../rental/access/agencies/authenticate.ts'
import { type Caller, limitedEmployee } from '../rental/access/agencies/caller.ts'
import { serveMetadata } from '../rental/access/authorizations/metadata.rest.ts'
import { serveConsent } from '../rental/access/consent/consent.rest.ts'
import { type ConsoleServices, serveConsole } from '../rental/access/console/console.rest.ts'
import { sendUnknownPage } from '../rental/access/console/unknown-page.rest.ts'
import { RecentCredentials } from '../rental/access/credential-uses/recent-credentials.ts'
import { servePictureFiles } from '../rental/access/employee-pictures/employee-pictures.rest.ts'
import {
  accessSnapshot,
  checkSnapshotAccess,
} from '../rental/access/partners/access-snapshot.sql.ts'
import { checkArea, checkRole } from '../rental/access/roles/check-role.ts'
import { deprecationHeaders, successors } from '../rental/deprecation.ts'
import { legacyOperationDescriptions, routeDescriptions } from '../rental/descriptions.ts'
import { serveBookingPages } from '../rental/distribution/booking-pages/booking-pages.rest.ts'
import { LogWatch } from '../rental/events/event-log/log-watch.ts'
import { serveFeeds } from '../rental/prices/calendar-feeds/calendar-feeds.rest.ts'
import { servePhotoFiles } from '../rental/properties/photo-storage/photo-files.rest.ts'
import {
  callerNames,
  leadQueryDescription,
  referenceAt,
  referenceDocuments,
  unversionedReference,
} from '../rental/reference.ts'
import { refuseLocalSpots, refuseVersionOne } from '../rental/removed-endpoints.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../rental/routes.ts'
import { graphQLSchema, leadQuerySchema } from '../rental/schemas.ts'
import { subscribers } from '../rental/subscribers.ts'
import { legacyVersion, newestVersion, versions } from '../rental/versions.ts'
import { createDefaultQuery, leadQueryTitle } from './console/default-query.ts'
import { redirectToAccount, serveConsoleShell } from './console/serve-console.ts'
import { refuseUnknownVersions, serveDocumentation, serveHealth } from './health-checks.ts'
import { contextBase, type Runtime } from './runtime.ts'

type AnyScope = ScopeOptions<WaitingContext>

/** Dependencies shared by the scopes of one server. */
interface ServerRuntime extends Runtime {
  logs: LogWatch
  recent: RecentCredentials
  rateLimiter: RateLimiter
}

/** Builds the server without listening. */
export async function buildApp(
  base: Runtime,
  { logTo }: Pick<LogSettings, 'logTo'> = {},
): Promise<FastifyInstance> {
  const { config, database, clock, metrics, tasks } = base
  const logs = new LogWatch(database.readNow, base.signals, base.pace)
  const rateLimiter = new RateLimiter(database.run)
  const runtime = { ...base, logs, recent: new RecentCredentials(), rateLimiter }
  const app = await createServer({
    logLevel: config.logLevel,
    ...(logTo ? { logTo } : {}),
    hsts: config.hsts,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    requestTimeoutMs: config.requestTimeoutMs,
    connectionsMax: config.connectionsMax,
    unsent: base.unsent,
    metrics,
    sendUnknownPage,
  })
  app.addHook('onClose', async () => logs.stop())
  const sendPage = config.queryPage ? serveQueryPage(app, { assetsPath: '/docs/query-page' }) : null
  serveHealth(app, runtime)
  serveDocumentation(app)
  serveSiteFiles(app)
  const services = consoleServices(runtime)
  serveConsole(app, services)
  const { kysely: db, readNow: read } = database
  if (config.console) serveConsoleShell(app, services)
  else redirectToAccount(app)
  serveMetadata(app, config.publicUrl)
  serveFeeds(app, { db, read, clock, tasks })
  await app.register(async scope => servePages(scope, runtime), { prefix: '/p' })
  await app.register(async scope => serveUnversioned(scope, runtime), { prefix: '/api' })
  await app.register(async scope => refuseVersionOne(scope), { prefix: '/v1' })
  refuseLocalSpots(app)
  await app.register(async scope => servePhotoFiles(scope, runtime.blobs), { prefix: '/files' })
  await app.register(async part => servePictureFiles(part, { db }), { prefix: '/files/employees' })
  await app.register(async scope => serveLegacy(scope, runtime, sendPage), { prefix: '/v2' })
  for (const version of versions) {
    const prefix = `/api/v${version}`
    await app.register(async scope => serveVersion(scope, version, runtime, sendPage), { prefix })
  }
  serveReference(app, '/docs', referenceDocuments)
  return app
}

function servePages(scope: FastifyInstance, { config, database, clock }: ServerRuntime): void {
  const settings = { publicUrl: config.publicUrl }
  const { kysely: db, readNow: read } = database
  serveBookingPages(scope, scope.prefix, { db, read, clock, settings })
}

/** Serves `/api` without a version: the list of versions, and operations of partners. */
async function serveUnversioned(api: FastifyInstance, runtime: ServerRuntime): Promise<void> {
  refuseUnknownVersions(api)
  await api.register(async scope => {
    await documentScope(scope, unversionedReference(runtime.config.publicUrl))
    serveApiVersion<WaitingContext>(scope, {
      ...scopeOptions(runtime),
      prefix: '/api',
      label: null,
      version: newestVersion,
      routes: unversionedRoutes,
    })
    serveConsent(scope, consentServices(runtime))
  })
}

async function serveLegacy(
  scope: FastifyInstance,
  runtime: ServerRuntime,
  sendPage: SendQueryPage | null,
): Promise<void> {
  handleUnknown(scope, () => fixedError('ENDPOINT_NOT_FOUND'))
  await documentScope(scope, referenceAt(legacyVersion, runtime.config.publicUrl))
  serveApiVersion<WaitingContext>(scope, {
    ...scopeOptions(runtime, { acceptsPartnerKeys: true }),
    prefix: '/v2',
    label: 'v2',
    version: legacyVersion,
    routes: legacyRoutes,
    texts: {
      callers: callerNames,
      descriptions: legacyOperationDescriptions,
      hyphenated: successors,
      isDeprecated: true,
    },
    headersOf: deprecationHeaders,
  })
  serveGraphQL<Caller>(scope, {
    ...endpointOptions(runtime, sendPage, leadQueryTitle),
    path: '/leadsql',
    schema: leadQuerySchema(),
    style: { alwaysComplete: false },
    operationId: 'queryLeads',
    summary: 'Query leads with their order, fees, countdown, assignee and property',
    description: leadQueryDescription,
  })
}

async function serveVersion(
  scope: FastifyInstance,
  version: Version,
  runtime: ServerRuntime,
  sendPage: SendQueryPage | null,
): Promise<void> {
  const label = `v${version}`
  const newerRoutes = routes.filter(route => !existsIn(version, route))
  handleUnknown(scope, () => fixedError('UNKNOWN_API'), { label, routes: newerRoutes })
  await documentScope(scope, referenceAt(version, runtime.config.publicUrl))
  serveApiVersion<WaitingContext>(scope, {
    ...scopeOptions(runtime, { acceptsSessions: version === newestVersion }),
    prefix: `/api/${label}`,
    label,
    version,
    routes,
    ...(existsIn(version, { since: '3.3' }) ? conditionalRequests : {}),
  })
  serveConsent(scope, consentServices(runtime))
  serveGraphQL<Caller>(scope, {
    ...endpointOptions(runtime, sendPage, `Lodgepole ${label} GraphQL`),
    path: '/graphql',
    schema: graphQLSchema(version, runtime.config.publicUrl),
    style: { alwaysComplete: true },
    operationId: 'queryGraphQL',
    summary: 'Query leads and properties with GraphQL',
    description: 'Returns leads and properties with the selected fields. Filters as in REST lists.',
  })
}

function scopeOptions(
  runtime: ServerRuntime,
  { acceptsPartnerKeys = runtime.config.sandbox, acceptsSessions = false } = {},
) {
  const { config, database, clock, signing, recent, cache } = runtime
  const { rateLimitPerHour, idempotencyHours } = config
  const consoleUrl = acceptsSessions ? config.publicUrl : null
  const db = database.kysely
  const lookup = openLookup(database, { isCached: cache.isOn })
  const context = { lookup, db, clock, signing, recent, acceptsPartnerKeys, consoleUrl }
  const authentication: AuthenticationOptions = {
    counts: runtime.rateLimiter,
    clock,
    limitPerHour: rateLimitPerHour,
    metrics: runtime.metrics,
    lookups: recent.lookups,
    authenticate: request => authenticate(context, request),
    findCached: request => findCachedAuthentication(context, request),
  }
  const base = { ...contextBase(runtime), logs: runtime.logs }
  const createContext = (request: FastifyRequest): WaitingContext => {
    const inputs = new InputCache(cache, request)
    const caller = readCaller(request)
    return { ...base, caller, inputs, requestUid: request.id, log: request.log }
  }
  const checkUse: AnyScope['checkUse'] = (request, use) => checkRole(readCaller(request), use)
  const hiddenFrom: AnyScope['hiddenFrom'] = request =>
    limitedEmployee(readCaller(request)) === null ? [] : flagsHiddenFromLimited
  const accessSnapshots = { takeSnapshot: accessSnapshot, checkSnapshot: checkSnapshotAccess }
  const queue = runtime.queues.rest
  const inTransaction = transaction
  const requests = { idempotencyHours, cache, createContext, accessSnapshots, inTransaction, queue }
  const routing = { ignoredQuery: ['agencyUid'], callers: ['agency', 'partner'], texts: routeTexts }
  return { authentication, ...requests, checkUse, hiddenFrom, ...routing }
}

const routeTexts = { callers: callerNames, descriptions: routeDescriptions }

/** Options of versions that support conditional requests. */
const conditionalRequests = { texts: { ...routeTexts, supportsETags: true } as const }

function consentServices(runtime: Runtime) {
  const { database, clock, pending, signIns, metrics, signing, tasks, config: settings } = runtime
  const { kysely: db } = database
  const services = { db, signIns, clock, signing, pending, metrics, tasks, settings }
  return { ...services, subscribers }
}

/** Schema flags of members hidden from limited employees: personal data and prices. */
const flagsHiddenFromLimited = ['x-personal', 'x-price']

function consoleServices(runtime: ServerRuntime): ConsoleServices {
  return { ...contextBase(runtime), signIns: runtime.signIns, run: runtime.database.run }
}

function endpointOptions(runtime: Runtime, sendQueryPage: SendQueryPage | null, title: string) {
  const sendPage: Parameters<typeof serveGraphQL>[1]['sendPage'] =
    sendQueryPage &&
    (async reply => {
      const defaultQuery = await createDefaultQuery(runtime.database, title)
      return sendQueryPage(reply, { title, defaultQuery, apiKeyHeader: 'X-HOSTFULLY-APIKEY' })
    })
  const { clock, metrics, documentCache, cache, unsent, cipher, queues } = runtime
  const database = runtime.database as unknown as Database<never>
  const toCaller = readQueryCaller
  const sharedResources = { documentCache, cache, unsent, queue: queues.graphql, metrics }
  return { database, cipher, clock, toCaller, sendPage, ...sharedResources }
}

/** Returns the caller; undefined for an operation that needs no credential. */
function readCaller(request: Pick<FastifyRequest, 'authentication'>): Caller {
  return request.authentication?.caller as Caller
}

/** @throws ApiError OPERATION_NOT_PERMITTED for a client secret, which is for partners only */
function readQueryCaller(request: Pick<FastifyRequest, 'authentication'>): Caller {
  const caller = readCaller(request)
  checkArea(caller, 'bookings', 'read')
  if (caller.kind !== 'client') return caller
  throw new ApiError('OPERATION_NOT_PERMITTED', 'This credential cannot use this operation', {
    members: { requires: 'agency or partner' },
  })
}
