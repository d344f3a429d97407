/** API keys of an agency, for its signed-in administrators: contract/resources.md §8.5. */
import { type Context, route } from '../../../context.ts'
import { ApiError, invalidParameter, notFound } from '../../../platform/errors.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { listUses } from '../credential-uses/credential-uses.ts'
import { knownTags } from '../roles/role.ts'
import { requireSession } from '../sessions/require-session.ts'
import {
  apiKeySchema,
  apiKeyWithSecret,
  keyRotation,
  newApiKey,
  presentApiKey,
} from './api-key-shape.ts'
import { type ApiKey, createKey, findKey, listKeys, revokeKey, rotateKey } from './api-keys.sql.ts'

const commonOptions = {
  since: '3.3',
  tag: 'API keys',
  access: {
    callers: ['agency'],
    permit: async ({ caller }: Context) => void requireSession(caller),
  },
} as const

export const apiKeyRoutes = [
  route({
    ...commonOptions,
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    response: unpagedResponse('apiKeys', apiKeySchema),
    errors: ['OPERATION_NOT_PERMITTED'],
    handler: async ctx => {
      const { agencyUid } = requireSession(ctx.caller)
      const uses = await listUses(ctx, agencyUid, 'KEY')
      const keys = await listKeys(ctx.db, agencyUid)
      return unpaged(
        'apiKeys',
        keys.map(key => presentApiKey(key, uses.get(key.uid))),
      )
    },
  }),
  route({
    ...commonOptions,
    method: 'POST',
    path: '/api-keys',
    operationId: 'addApiKey',
    summary: 'Create an API key',
    body: newApiKey,
    http: { status: 201 },
    response: apiKeyWithSecret,
    errors: ['OPERATION_NOT_PERMITTED', 'STATE_CONFLICT'],
    handler: async (ctx, { body }) => {
      const { agencyUid } = requireSession(ctx.caller)
      const { name, readOnly = false, strict: isStrict = false } = body
      const { expiresUtcDateTime: expiresAt = null } = body
      const tags = readTags(body.tags ?? [])
      const now = ctx.clock.now()
      if (expiresAt !== null && expiresAt <= now) {
        throw invalidParameter('expiresUtcDateTime', 'must be in the future')
      }
      const actor = ctx.caller.credential
      const input = { agencyUid, name: name.trim(), readOnly, isStrict, expiresAt, tags }
      const { uid, secret } = await createKey(ctx.db, { ...input, actor }, now, ctx.log)
      return { apiKey: await presentStoredKey(ctx, uid), secret }
    },
  }),
  route({
    ...commonOptions,
    method: 'POST',
    path: '/api-keys/:uid/rotate',
    operationId: 'rotateApiKey',
    summary: 'Rotate the secret of an API key',
    body: keyRotation,
    response: apiKeyWithSecret,
    errors: ['API_KEY_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireKey(ctx, params.uid!),
    handler: async (ctx, { body, authorized: { uid } }) => {
      const { credential: actor } = ctx.caller
      const rotation = { uid, keepHours: body.keepHours ?? 0, actor }
      const secret = await rotateKey(ctx.db, rotation, ctx.clock.now(), ctx.log)
      if (secret === null)
        throw new ApiError('STATE_CONFLICT', 'The API key is revoked; create another key')
      return { apiKey: await presentStoredKey(ctx, uid), secret }
    },
  }),
  route({
    ...commonOptions,
    method: 'DELETE',
    path: '/api-keys/:uid',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    http: { status: 204 },
    errors: ['API_KEY_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    authorize: async (ctx, { params }) => requireKey(ctx, params.uid!),
    handler: async (ctx, { authorized: { uid } }) => {
      await revokeKey({ ...ctx, actor: ctx.caller.credential }, uid, ctx.clock.now())
    },
  }),
]

/** @throws ApiError API_KEY_NOT_FOUND */
async function requireKey(ctx: Context, uidText: string): Promise<ApiKey> {
  const { agencyUid: agency_uid } = requireSession(ctx.caller)
  const uid = asUid(uidText)
  const key = uid === null ? undefined : await findKey(ctx, { agency_uid, uid })
  if (!key) throw notFound('API_KEY_NOT_FOUND', uidText)
  return key
}

async function presentStoredKey(ctx: Context, uid: string) {
  const uses = await listUses(ctx, requireSession(ctx.caller).agencyUid, 'KEY')
  return presentApiKey(await requireKey(ctx, uid), uses.get(uid))
}

/** @throws ApiError INVALID_PARAMETER for a tag that no operation has */
function readTags(tags: string[]): string[] {
  const unknownTag = tags.find(tag => !knownTags.includes(tag))
  if (unknownTag === undefined) return [...new Set(tags)]
  throw invalidParameter(
    'tags',
    `must contain only tags of the API reference; '${unknownTag}' is not one`,
  )
}
