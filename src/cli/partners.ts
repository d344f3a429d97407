/** Commands about partners and what is granted to them: docs/operating.md. */
import type { Context } from '../context.ts'
import type { Database } from '../platform/db/database.ts'
import { randomKey } from '../platform/keys/key-text.ts'
import { asUid } from '../platform/uid.ts'
import type { TaskQueue } from '../platform/worker.ts'
import { systemCaller } from '../rental/access/agencies/caller.ts'
import { disconnectPartner } from '../rental/access/authorizations/disconnect-partner.ts'
import { changeGrants } from '../rental/access/grants/change-grants.ts'
import { kept } from '../rental/access/grants/grant.ts'
import { grantAccess } from '../rental/access/grants/grant-access.ts'
import { listGrants } from '../rental/access/grants/grants.ts'
import { createPartner } from '../rental/access/partners/create-partner.ts'
import { isRedirectUri, type Partner } from '../rental/access/partners/partner.ts'
import {
  addSecret,
  removePartnerKey,
  setPartnerKey,
} from '../rental/access/partners/partner-keys.ts'
import {
  deleteSecret,
  findPartner,
  listPartners,
  listSecrets,
  updatePartner,
} from '../rental/access/partners/partners.ts'
import type { Securing } from '../rental/access/security-events/record-security-event.ts'
import { openPendingEvents } from '../rental/events/events/open-pending-events.ts'
import type { Telling } from '../rental/events/events/record-event.ts'
import { isPlainAddress } from '../rental/inbox/transports/mail.ts'
import { openMetrics } from '../rental/metrics.ts'
import type { Tables } from '../rental/tables.ts'
import { newestVersion } from '../rental/versions.ts'
import {
  type Command,
  commandLog,
  importedKey,
  needed,
  neededUid,
  type Terminal,
  text,
  type Values,
} from './values.ts'

export const partnerHelp = `\
  partner create            register a partner; what it signs in with is shown once
    --name <text> [--kind INTEGRATION|CHANNEL] [--channel AIRBNB] [--redirect-uri <url>]...
    [--contact-email <address>] [--api-version 3.3] [--stdin]
  partner list              list partners and the uids of their live client secrets
  partner change            change a partner's name, its address for notices (empty: none), or its
    redirect URIs, all of them
    --partner <uid> [--name <text>] [--contact-email <address>] [--redirect-uri <url>]...
  partner rotate-secret     make a further client secret; at most two are live
    --partner <uid>
  partner revoke-secret <secret uid>
  partner key               make the partner's key anew, take one over, or revoke it
    --partner <uid> [--stdin | --revoke]
  partner disconnect        end all that a partner has of an agency: grants and tokens
    --agency <uid> --partner <uid>
  grant                     grant a partner a property, or a multi-unit property with all in it
    --agency <uid> --partner <uid> --property <uid>|--hotel <uid> [--read-only] [--personal-data]
  grant revoke              --agency <uid> --partner <uid> --property <uid>|--hotel <uid>
  grant list                --agency <uid> [--partner <uid>]`

export const partnerCommands: Record<string, Command> = {
  'partner create': ({ withDatabase, values, input, print, complain }) =>
    withDatabase(async ({ kysely: db, clock }) => {
      const channel = text(values.channel)
      const partner = {
        name: needed(values, 'name'),
        kind: text(values.kind) ?? (channel === undefined ? 'INTEGRATION' : 'CHANNEL'),
        channel,
        redirectUris: redirectUris(values) ?? [],
        contactEmail: contactEmail(values) ?? null,
        apiVersion: (text(values['api-version']) ?? newestVersion).replace(/^v/i, ''),
        importedKey: await importedKey(values, input, complain),
      }
      const made = await createPartner({ db }, partner, clock.now())
      print(`partnerUid    ${made.partnerUid}
clientId      ${made.clientId}
clientSecret  ${made.clientSecret}
partnerKey    ${made.key}
(secret and key are not shown again)`)
    }),
  'partner list': ({ withDatabase, print }) =>
    withDatabase(async ({ kysely: db }) => {
      for (const partner of await listPartners({ db })) print(await described({ db }, partner))
    }),
  'partner change': ({ withDatabase, values, print }) =>
    withDatabase(async ({ kysely: db }) => {
      const partner = await knownPartner({ db }, values)
      const name = text(values.name)
      const redirect_uris = redirectUris(values)
      const contact_email = contactEmail(values)
      const changes = {
        ...(name ? { name } : {}),
        ...(redirect_uris ? { redirect_uris } : {}),
        ...(contact_email === undefined ? {} : { contact_email }),
      }
      if (Object.keys(changes).length === 0) {
        throw new Error('--name, --contact-email or --redirect-uri is needed')
      }
      await updatePartner({ db }, partner.partner_uid, changes)
      print('Changed.')
    }),
  'partner rotate-secret': ({ withDatabase, values, print }) =>
    withDatabase(async ({ kysely: db, clock }) => {
      const partner = await knownPartner({ db }, values)
      const { uid, secret } = await addSecret({ db }, partner.partner_uid, clock.now())
      print(`${secret}\n(uid ${uid}; the secret is not shown again)`)
    }),
  'partner revoke-secret': ({ withDatabase, rest: [uid = ''], print }) =>
    withDatabase(async ({ kysely: db }) => {
      const known = asUid(uid)
      const revoked = known !== null && (await deleteSecret({ db }, known))
      if (!revoked) throw new Error(`There is no live client secret with the uid '${uid}'`)
      print('Revoked.')
    }),
  'partner key': ({ withDatabase, values, input, print, complain }) =>
    withDatabase(async ({ kysely: db }) => {
      const { partner_uid } = await knownPartner({ db }, values)
      if (values.revoke === true) {
        await removePartnerKey({ db }, partner_uid)
        return print('Revoked.')
      }
      const imported = await importedKey(values, input, complain)
      const key = await setPartnerKey({ db }, partner_uid, imported ?? randomKey('partner'))
      print(`${key}\n(the key is not shown again; the one before it is revoked)`)
    }),
  'partner disconnect': ({ withDatabase, values, print, complain }) =>
    withDatabase(async database => {
      const { ctx, party } = await between(database, values, complain)
      await disconnectPartner(ctx, party)
      print('Disconnected.')
    }),
  grant: ({ withDatabase, config, values, print, complain }) =>
    withDatabase(async database => {
      const { ctx, party } = await between(database, values, complain)
      const access = values['read-only'] === true ? 'READ' : 'READ_WRITE'
      const personalData = values['personal-data'] === true
      const wanted = { objectUid: grantedUid(values), access, personalData } as const
      await withTasks(database, async tasks =>
        grantAccess({ ...ctx, tasks, settings: config }, party, wanted),
      )
      print('Granted.')
    }),
  'grant revoke': ({ withDatabase, values, print, complain }) =>
    withDatabase(async database => {
      const { ctx, party } = await between(database, values, complain)
      const uid = grantedUid(values)
      await changeGrants(ctx, party, present => {
        const others = present.filter(grant => grant.object_uid !== uid)
        if (others.length < present.length) return others.map(kept)
        throw new Error(`The partner has no grant on ${uid}`)
      })
      print('Revoked.')
    }),
  'grant list': ({ withDatabase, values, print }) =>
    withDatabase(async ({ kysely: db }) => {
      const agencyUid = neededUid(values, 'agency')
      const partner = values.partner === undefined ? undefined : await knownPartner({ db }, values)
      for (const grant of await listGrants({ db }, agencyUid, partner?.partner_uid)) {
        const personal = grant.personal_data ? 'personal-data' : 'no-personal-data'
        const { partner_uid, object_type, object_uid, access } = grant
        print([partner_uid, object_type, object_uid, access, personal].join('  '))
      }
    }),
}

type Db = Pick<Context, 'db'>

async function knownPartner(ctx: Db, values: Values): Promise<Partner> {
  const name = needed(values, 'partner')
  const partner = await findPartner(ctx, name)
  if (partner) return partner
  throw new Error(`There is no partner with the uid or client id '${name}'`)
}

async function described(ctx: Db, partner: Partner): Promise<string> {
  const secrets = (await listSecrets(ctx, partner.partner_uid)).map(
    ({ uid, created_at }) => `\n  secret ${uid}  ${created_at.toISOString()}`,
  )
  const uris = partner.redirect_uris.map(uri => `\n  redirect ${uri}`)
  const { partner_uid, client_id, kind, channel, api_version, key_hash, name } = partner
  const contact = partner.contact_email === null ? [] : [`\n  contact ${partner.contact_email}`]
  const key = key_hash === null ? 'no-key' : 'key'
  const words = [partner_uid, client_id, channel ?? kind, api_version, key, name]
  return [words.join('  '), ...secrets, ...uris, ...contact].join('')
}

/** Undefined: it stays as it is; null: there is none. */
function contactEmail(values: Values): string | null | undefined {
  const address = text(values['contact-email'])
  if (address === undefined || address === '') return address === '' ? null : undefined
  if (isPlainAddress(address)) return address
  throw new Error(`--contact-email '${address}' is no e-mail address`)
}

function redirectUris(values: Values): string[] | undefined {
  const uris = values['redirect-uri']
  if (!Array.isArray(uris)) return undefined
  const wrong = uris.find(uri => !isRedirectUri(uri))
  if (wrong === undefined) return uris
  throw new Error(`'${wrong}' is no absolute address without a fragment and without a password`)
}

/** The server's operator acts for the agency. */
async function between(database: Database<Tables>, values: Values, complain: Terminal['complain']) {
  const agencyUid = neededUid(values, 'agency')
  const { partner_uid: partnerUid } = await knownPartner({ db: database.kysely }, values)
  const ctx: Telling & Securing = {
    log: commandLog(complain),
    db: database.kysely,
    caller: systemCaller(agencyUid),
    clock: database.clock,
    pending: openPendingEvents(database.clock),
    requestUid: null,
  }
  return { ctx, party: { agencyUid, partnerUid } }
}

/** Lets a command leave tasks for the servers; it does none itself. */
async function withTasks(
  database: Database<Tables>,
  use: (tasks: TaskQueue) => Promise<void>,
): Promise<void> {
  // It knows all that is done in the background, which takes longer to load than most commands.
  const { openBackground } = await import('../workers.ts')
  const tasks = await openBackground(database, { runWorker: false }, openMetrics())
  await use(tasks).finally(() => tasks.stop())
}

function grantedUid(values: Values): string {
  if ((values.property === undefined) === (values.hotel === undefined)) {
    throw new Error('Either --property or --hotel is needed')
  }
  return neededUid(values, values.property === undefined ? 'hotel' : 'property')
}
