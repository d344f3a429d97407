/** The version that a partner says to be on: contract/general.md §2.5, versions.md §3. */
import { type Context, route } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { nullable, oneOfOrAlias, Type, text } from '../../../platform/rest/fields.ts'
import type { ClientCaller } from '../agencies/caller.ts'
import { versionAliases, versionLabels } from './api-version.ts'
import { changeVersion } from './change-version.ts'
import { findPartner } from './partners.ts'

const common = {
  path: '/version',
  tag: 'Partners',
  callers: ['client'],
  challenge: 'Basic',
  answer: Type.Object({ version: text() }),
} as const

const label = () => Type.Optional(nullable(oneOfOrAlias(versionLabels, versionAliases)))

export const versionRoutes = [
  route({
    ...common,
    method: 'GET',
    summary: 'Get the version that the partner is on',
    errors: [],
    handler: async ctx => {
      const partner = await findPartner(ctx, partnerOf(ctx))
      return { version: partner!.api_version }
    },
  }),
  route({
    ...common,
    method: 'PUT',
    summary: 'Say that the partner is on the next version',
    body: Type.Object({ version: label(), apiVersion: label() }),
    errors: ['REQUIRED_PARAMETER', 'INVALID_ENUM_VALUE', 'VERSION_STEP_REFUSED'],
    handler: async (ctx, { body }) => {
      const wanted = body.version ?? body.apiVersion
      if (wanted == null) throw requiredParameter('version')
      return { version: await changeVersion(ctx, partnerOf(ctx), wanted) }
    },
  }),
]

function partnerOf(ctx: Context): string {
  return (ctx.caller as ClientCaller).partnerUid
}
