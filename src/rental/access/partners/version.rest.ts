/**
 * The versions that are served, and the one that a partner says to be on: contract/general.md §2.5,
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

const common = {
  path: '/version',
  tag: 'Versions',
  access: { callers: ['client'], challenge: 'Basic' },
  answer: shape('PartnerVersion', { version: text() }),
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
    answer: versionList,
    errors: [],
    handler: async () => ({ versions: servedVersions() }),
  }),
  route({
    ...common,
    method: 'GET',
    operationId: 'getVersion',
    summary: 'Get the API version of the partner',
    errors: [],
    handler: async ctx => {
      const partner = await findPartner(ctx, partnerOf(ctx))
      return { version: partner!.api_version }
    },
  }),
  route({
    ...common,
    method: 'PUT',
    operationId: 'takeNextVersion',
    summary: 'Record that the partner uses the next API version',
    body: shape('VersionStep', {
      version: withAlias('apiVersion', oneOfOrAlias(versionLabels, versionAliases)),
    }),
    errors: ['VERSION_STEP_REFUSED'],
    handler: async (ctx, { body }) => {
      return { version: await changeVersion(ctx, partnerOf(ctx), body.version) }
    },
  }),
]

function partnerOf(ctx: Context): string {
  return (ctx.caller as ClientCaller).partnerUid
}

/** contract/versions.md §1: v1 to the newest, ascending. */
function servedVersions() {
  const gone = {
    version: 'v1',
    basePath: '/v1',
    state: 'GONE' as const,
    deprecatedAt: '2024-04-01',
    sunsetAt: '2024-04-30',
    openApiUrl: null,
  }
  const legacy = {
    version: 'v2',
    basePath: '/v2',
    state: 'DEPRECATED' as const,
    deprecatedAt: '2024-04-01',
    sunsetAt: null,
    openApiUrl: '/v2/openapi.json',
  }
  const served = versions.map(version => ({
    version: `v${version}`,
    basePath: `/api/v${version}`,
    state: version === newestVersion ? ('CURRENT' as const) : ('SUPPORTED' as const),
    deprecatedAt: null,
    sunsetAt: null,
    openApiUrl: `/api/v${version}/openapi.json`,
  }))
  return [gone, legacy, ...served]
}
