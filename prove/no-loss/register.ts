/** Registers webhooks over HTTP, and adds and removes temporary ones during the run. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import { createCipher } from '../../src/platform/crypto/encryption.ts'
import { webhookContext } from '../../src/rental/events/webhook-secrets/webhook-secrets.ts'
import type { Client, ResponseBody } from '../shared/client.ts'
import type { Query } from '../shared/query.ts'
import type { Hook, HookPlan, Registrant } from './hooks.ts'
import { logHead } from './hooks.ts'
import type { Inbox } from './inbox.ts'
import { temporaryPlan, temporaryTypes } from './plans.ts'

/** Dependencies and results of registrations. */
export interface Registry {
  query: Query
  inbox: Inbox
  /** Key of the operator, which decrypts secrets: versions before 3.3 do not return them. */
  secretKey: Buffer
  hooks: Map<string, Hook>
  /** Last number used in an idempotency key. */
  counter: number
}

/** Registers a webhook; events that commit during the request may reach it or not. */
export async function register(
  registry: Registry,
  client: Client,
  registrant: Registrant,
  plan: HookPlan,
): Promise<Hook> {
  const { query, inbox, hooks } = registry
  const [label, path] = plan.stream.split('/') as [string, string]
  const never = await logHead(query, registrant.agencyUid)
  const isLegacy = plan.version === 'v2'
  const { status, body } = await client({
    method: 'POST',
    path: `${isLegacy ? '' : '/api'}/${plan.version}/webhooks`,
    idempotencyKey: `webhook-${++registry.counter}`,
    body: {
      ...(registrant.granted === null ? { creatorIdentifier: label } : {}),
      ...{ agencyUid: registrant.agencyUid, eventType: plan.eventType },
      ...(plan.objectUid === undefined ? {} : { objectUid: plan.objectUid }),
      [isLegacy ? 'webHookType' : 'webhookType']: plan.form ? 'POST_FORM' : 'POST_JSON',
      callbackUrl: inbox.streamUrl(`${registrant.name}/${label}/${path}`),
      ...(plan.extended ? { payloadFormat: 'EXTENDED' } : {}),
    },
  })
  const created = isLegacy ? (body as { uid?: string } | null) : body?.webhook
  if (status !== 201 || !created?.uid)
    throw new Error(`A webhook: ${status} ${JSON.stringify(body)}`)
  const hook: Hook = {
    ...{ uid: created.uid, plan, registrant },
    secret: (body as ResponseBody).webhook?.secret ?? (await openSecret(registry, created.uid)),
    destination: `${registrant.name} ${plan.stream}`,
    since: [never, await logHead(query, registrant.agencyUid)],
    until: null,
    skipped: [],
  }
  hooks.set(hook.uid, hook)
  return hook
}

async function openSecret({ query, secretKey }: Registry, webhookUid: string): Promise<string> {
  const sql = 'select uid, sealed, key_id from webhook_secrets where webhook_uid = $1'
  const [row] = await query(sql, [webhookUid])
  const { uid, sealed, key_id } = row as { uid: string; sealed: Buffer; key_id: string }
  const context = webhookContext.secret(webhookUid, uid)
  return createCipher([secretKey]).decrypt({ keyId: key_id, bytes: sealed }, context)
}

async function remove(registry: Registry, client: Client, hook: Hook): Promise<void> {
  const { agencyUid } = hook.registrant
  const always = await logHead(registry.query, agencyUid)
  await expectDone(registry, client, 'DELETE', `/api/v3.3/webhooks/${hook.uid}`)
  hook.until = [always, await logHead(registry.query, agencyUid)]
}

async function expectDone(
  registry: Registry,
  client: Client,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const idempotencyKey = `webhook-${++registry.counter}`
  const response = await client({ method, path, idempotencyKey, ...(body ? { body } : {}) })
  if (response.status === null || response.status >= 300) {
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
  }
}

/** Disables a webhook for a moment; its pending deliveries are then sent or skipped. */
async function pause(
  registry: Registry,
  client: Client,
  hook: Hook,
  chance: Chance,
): Promise<void> {
  const path = `/api/v3.3/webhooks/${hook.uid}`
  await expectDone(registry, client, 'POST', `${path}/disable`)
  await sleep(chance.integer(...pauseMs))
  const backlog = chance.is(skippedShare) ? 'SKIP' : 'DELIVER'
  await expectDone(registry, client, 'POST', `${path}/enable`, { backlog })
  if (backlog === 'DELIVER') return
  hook.skipped.push([1, await logHead(registry.query, hook.registrant.agencyUid)])
}

const skippedShare = 0.3
const temporaryMax = 6
const pauseMs = [200, 900] as const
const churnWeights = [
  ['register', 3],
  ['pause', 3],
  ['remove', 2],
] as const

/**
 * Registers, disables, enables and deletes temporary webhooks until the signal.
 *
 * @returns the number of operations
 */
export async function churnWebhooks(
  signal: AbortSignal,
  registry: Registry,
  client: Client,
  registrant: Registrant,
  chance: Chance,
): Promise<number> {
  const temporary: Hook[] = []
  let operations = 0
  for (; !signal.aborted; operations++) {
    const kind = chance.weighted(churnWeights)
    if (temporary.length === 0 || (kind === 'register' && temporary.length < temporaryMax)) {
      const plan = temporaryPlan(chance.pick(temporaryTypes), registry.counter)
      temporary.push(await register(registry, client, registrant, plan))
    } else if (kind === 'pause') {
      await pause(registry, client, chance.pick(temporary), chance)
    } else {
      const [hook] = temporary.splice(chance.integer(0, temporary.length - 1), 1)
      await remove(registry, client, hook!)
    }
    await sleep(chance.integer(...pauseMs), undefined, { signal }).catch(() => null)
  }
  return operations
}
