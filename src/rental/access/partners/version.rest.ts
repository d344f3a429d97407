/**
 * API versions that are served, and the version that a partner reports: contract/general.md §2.5,
 * versions.md §1 and §3.
 */
import { type Context, route } from '../../../context.ts'
import {
  date,
  listOf,
  named,
  nullable,
  oneOf,
  oneOfOrAlias,
  shape,
  Type,
  text,
  withAlias,
} from '../../../platform/rest/fields.ts'
import { newestVersion, versions } from '../../versions.ts'
import type { ClientCaller } from '../agencies/caller.ts'
import { versionAliases, versionLabels } from './api-version.ts'
import { changeVersion } from './change-version.ts'
import { findPartner } from './partners.ts'

const commonOptions = {
  path: '/version',
  tag: 'Versions',
  access: { callers: ['client'], challenge: 'Basic' },
  response: shape('PartnerVersion', { version: text() }),
} as const

const versionList = Type.Object({
  versions: listOf(
    shape('ApiVersion', {
      version: text(),
      basePath: text(),
      state: named('ApiVersionState', oneOf(['CURRENT', 'SUPPORTED', 'DEPRECATED', 'GONE'])),
      deprecatedAt: nullable(date()),
      sunsetAt: nullable(date()),
      openApiUrl: nullable(text()),
    }),
  ),
})

export const versionRoutes = [
  route({
    method: 'GET',
    path: '/versions',
    access: { isOpen: true },
    summary: 'List API versions',
    description: 'Returns all versions, v1 to the newest, with their state and end of support.',
    tag: 'Versions',
    response: versionList,
    errors: [],
    handler: async () => ({ versions: servedVersions() }),
  }),
  route({
    ...commonOptions,
    method: 'GET',
    operationId: 'getVersion',
    summary: 'Get the API version of the partner',
    errors: [],
    handler: async ctx => {
      const partner = await findPartner(ctx, callerPartnerUid(ctx))
      return { version: partner!.api_version }
    },
  }),
  route({
    ...commonOptions,
    method: 'PUT',
    operationId: 'takeNextVersion',
    summary: 'Record that the partner uses the next API version',
    body: shape('VersionStep', {
      version: withAlias('apiVersion', oneOfOrAlias(versionLabels, versionAliases)),
    }),
    errors: ['VERSION_STEP_REFUSED'],
    handler: async (ctx, { body }) => {
      return { version: await changeVersion(ctx, callerPartnerUid(ctx), body.version) }
    },
  }),
]

function callerPartnerUid(ctx: Context): string {
  return (ctx.caller as ClientCaller).partnerUid
}

/** Lists the versions, v1 to the newest, ascending: contract/versions.md §1. */
function servedVersions() {
  const v1 = {
    version: 'v1',
    basePath: '/v1',
    state: 'GONE' as const,
    deprecatedAt: '2024-04-01',
    sunsetAt: '2024-04-30',
    openApiUrl: null,
  }
  const v2 = {
    version: 'v2',
    basePath: '/v2',
    state: 'DEPRECATED' as const,
    deprecatedAt: '2024-04-01',
    sunsetAt: null,
    openApiUrl: '/v2/openapi.json',
  }
  const v3Versions = versions.map(version => ({
    version: `v${version}`,
    basePath: `/api/v${version}`,
    state: version === newestVersion ? ('CURRENT' as const) : ('SUPPORTED' as const),
    deprecatedAt: null,
    sunsetAt: null,
    openApiUrl: `/api/v${version}/openapi.json`,
  }))
  return [v1, v2, ...v3Versions]
}
