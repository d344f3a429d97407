/** Registers webhooks over HTTP, and lets some of them come and go. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../demo/chance.ts'
import { sealer } from '../../src/platform/seal.ts'
import { sealedPlace } from '../../src/rental/events/webhook-secrets/sealed-place.ts'
import type { Ask } from '../shared/ask.ts'
import type { AnswerBody, Client } from '../shared/client.ts'
import type { Hook, HookPlan, Registrant } from './hooks.ts'
import { logHead } from './hooks.ts'
import type { Inbox } from './inbox.ts'
import { passingPlan, passingTypes } from './plans.ts'

/** All that registering needs. */
export interface Registry {
  ask: Ask
  inbox: Inbox
  /** The operator's key: versions before 3.3 do not show a webhook's secret. */
  secretKey: Buffer
  hooks: Map<string, Hook>
  /** Numbers the calls. */
  made: number
}

/** Registers a webhook; events of the moments meanwhile may reach it or not. */
export async function register(
  registry: Registry,
  client: Client,
  registrant: Registrant,
  plan: HookPlan,
): Promise<Hook> {
  const { ask, inbox, hooks } = registry
  const [label, path] = plan.stream.split('/') as [string, string]
  const never = await logHead(ask, registrant.agencyUid)
  const isLegacy = plan.version === 'v2'
  const { status, body } = await client({
    method: 'POST',
    path: `${isLegacy ? '' : '/api'}/${plan.version}/webhooks`,
    idempotencyKey: `webhook-${++registry.made}`,
    body: {
      ...(registrant.granted === null ? { creatorIdentifier: label } : {}),
      ...{ agencyUid: registrant.agencyUid, eventType: plan.eventType },
      ...(plan.objectUid === undefined ? {} : { objectUid: plan.objectUid }),
      [isLegacy ? 'webHookType' : 'webhookType']: plan.form ? 'POST_FORM' : 'POST_JSON',
      callbackUrl: inbox.urlOf(`${registrant.name}/${label}/${path}`),
      ...(plan.extended ? { payloadFormat: 'EXTENDED' } : {}),
    },
  })
  const made = isLegacy ? (body as { uid?: string } | null) : body?.webhook
  if (status !== 201 || !made?.uid) throw new Error(`A webhook: ${status} ${JSON.stringify(body)}`)
  const hook: Hook = {
    ...{ uid: made.uid, plan, registrant },
    secret: (body as AnswerBody).webhook?.secret ?? (await openSecret(registry, made.uid)),
    destination: `${registrant.name} ${plan.stream}`,
    since: [never, await logHead(ask, registrant.agencyUid)],
    until: null,
    skipped: [],
  }
  hooks.set(hook.uid, hook)
  return hook
}

async function openSecret({ ask, secretKey }: Registry, webhookUid: string): Promise<string> {
  const sql = 'select uid, sealed, key_id from webhook_secrets where webhook_uid = $1'
  const [row] = await ask(sql, [webhookUid])
  const { uid, sealed, key_id } = row as { uid: string; sealed: Buffer; key_id: string }
  const place = sealedPlace.secret(webhookUid, uid)
  return sealer([secretKey]).open({ keyId: key_id, bytes: sealed }, place)
}

async function remove(registry: Registry, client: Client, hook: Hook): Promise<void> {
  const { agencyUid } = hook.registrant
  const always = await logHead(registry.ask, agencyUid)
  await expectDone(registry, client, 'DELETE', `/api/v3.3/webhooks/${hook.uid}`)
  hook.until = [always, await logHead(registry.ask, agencyUid)]
}

async function expectDone(
  registry: Registry,
  client: Client,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  const idempotencyKey = `webhook-${++registry.made}`
  const answer = await client({ method, path, idempotencyKey, ...(body ? { body } : {}) })
  if (answer.status === null || answer.status >= 300) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
}

/** Disables a webhook for a moment; what it waits for is then delivered, or left out. */
async function pause(
  registry: Registry,
  client: Client,
  hook: Hook,
  chance: Chance,
): Promise<void> {
  const path = `/api/v3.3/webhooks/${hook.uid}`
  await expectDone(registry, client, 'POST', `${path}/disable`)
  await sleep(chance.whole(...pauseMs))
  const backlog = chance.is(skippedShare) ? 'SKIP' : 'DELIVER'
  await expectDone(registry, client, 'POST', `${path}/enable`, { backlog })
  if (backlog === 'DELIVER') return
  hook.skipped.push([1, await logHead(registry.ask, hook.registrant.agencyUid)])
}

const skippedShare = 0.3
const passingMax = 6
const pauseMs = [200, 900] as const
const passingActs = [
  ['register', 3],
  ['pause', 3],
  ['remove', 2],
] as const

/**
 * Registers, disables, enables and deletes webhooks until it is told to end.
 *
 * @returns how many acts that were
 */
export async function passUntil(
  signal: AbortSignal,
  registry: Registry,
  client: Client,
  registrant: Registrant,
  chance: Chance,
): Promise<number> {
  const passing: Hook[] = []
  let acts = 0
  for (; !signal.aborted; acts++) {
    const kind = chance.weighted(passingActs)
    if (passing.length === 0 || (kind === 'register' && passing.length < passingMax)) {
      const plan = passingPlan(chance.pick(passingTypes), registry.made)
      passing.push(await register(registry, client, registrant, plan))
    } else if (kind === 'pause') {
      await pause(registry, client, chance.pick(passing), chance)
    } else {
      const [hook] = passing.splice(chance.whole(0, passing.length - 1), 1)
      await remove(registry, client, hook!)
    }
    await sleep(chance.whole(...pauseMs), undefined, { signal }).catch(() => null)
  }
  return acts
}
