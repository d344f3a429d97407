/** The agency's API keys, for its administrators who are signed in: contract/resources.md §8.5. */
import { type Context, route } from '../../../context.ts'
import { ApiError, invalidParameter, notFound } from '../../../platform/errors.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { listUses } from '../credential-uses/credential-uses.ts'
import { knownTags } from '../roles/role.ts'
import { requireSession } from '../sessions/require-session.ts'
import { apiKey, keyRotation, newApiKey, presentApiKey, shownApiKey } from './api-key-shape.ts'
import { type ApiKey, createKey, findKey, listKeys, revokeKey, rotateKey } from './api-keys.sql.ts'

const common = {
  since: '3.3',
  tag: 'API keys',
  access: {
    callers: ['agency'],
    permit: async ({ caller }: Context) => void requireSession(caller),
  },
} as const

export const apiKeyRoutes = [
  route({
    ...common,
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    answer: unpagedAnswer('apiKeys', apiKey),
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
    ...common,
    method: 'POST',
    path: '/api-keys',
    operationId: 'addApiKey',
    summary: 'Create an API key',
    body: newApiKey,
    http: { status: 201 },
    answer: shownApiKey,
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
      const wanted = { agencyUid, name: name.trim(), readOnly, isStrict, expiresAt, tags }
      const { uid, secret } = await createKey(ctx.db, { ...wanted, actor }, now, ctx.log)
      return { apiKey: await presentKnown(ctx, uid), secret }
    },
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api-keys/:uid/rotate',
    operationId: 'rotateApiKey',
    summary: 'Rotate the secret of an API key',
    body: keyRotation,
    answer: shownApiKey,
    errors: ['API_KEY_NOT_FOUND', 'OPERATION_NOT_PERMITTED', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => reachedKey(ctx, params.uid!),
    handler: async (ctx, { body, reached: { uid } }) => {
      const { credential: actor } = ctx.caller
      const rotation = { uid, keepHours: body.keepHours ?? 0, actor }
      const secret = await rotateKey(ctx.db, rotation, ctx.clock.now(), ctx.log)
      if (secret === null)
        throw new ApiError('STATE_CONFLICT', 'The API key is revoked; create another key')
      return { apiKey: await presentKnown(ctx, uid), secret }
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/api-keys/:uid',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key',
    http: { status: 204 },
    errors: ['API_KEY_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    authorize: async (ctx, { params }) => reachedKey(ctx, params.uid!),
    handler: async (ctx, { reached: { uid } }) => {
      await revokeKey({ ...ctx, actor: ctx.caller.credential }, uid, ctx.clock.now())
    },
  }),
]

/** @throws ApiError API_KEY_NOT_FOUND */
async function reachedKey(ctx: Context, text: string): Promise<ApiKey> {
  const { agencyUid: agency_uid } = requireSession(ctx.caller)
  const uid = asUid(text)
  const key = uid === null ? undefined : await findKey(ctx, { agency_uid, uid })
  if (!key) throw notFound('API_KEY_NOT_FOUND', text)
  return key
}

async function presentKnown(ctx: Context, uid: string) {
  const uses = await listUses(ctx, requireSession(ctx.caller).agencyUid, 'KEY')
  return presentApiKey(await reachedKey(ctx, uid), uses.get(uid))
}

/** @throws ApiError INVALID_PARAMETER for a tag that no operation has */
function readTags(tags: string[]): string[] {
  const wrong = tags.find(tag => !knownTags.includes(tag))
  if (wrong === undefined) return [...new Set(tags)]
  throw invalidParameter(
    'tags',
    `must contain only tags of the API reference; '${wrong}' is not one`,
  )
}
