/** Commands about partners: docs/operating.md. */
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import { randomKey } from '../../platform/crypto/api-key-format.ts'
import { disconnectPartner } from '../../rental/access/authorizations/disconnect-partner.ts'
import { createPartner } from '../../rental/access/partners/create-partner.ts'
import { isRedirectUri, type Partner, partnerKinds } from '../../rental/access/partners/partner.ts'
import {
  addSecret,
  removePartnerKey,
  setPartnerKey,
} from '../../rental/access/partners/partner-keys.ts'
import {
  deleteSecret,
  listPartners,
  listSecrets,
  updatePartner,
} from '../../rental/access/partners/partners.ts'
import { isPlainAddress } from '../../rental/inbox/transports/mail.ts'
import { newestVersion, versions } from '../../rental/versions.ts'
import { type Declare, Misuse, type Select } from '../command.ts'
import {
  agencyOption,
  importedKey,
  importOption,
  repeatable,
  stdinOption,
  uid,
} from '../options.ts'
import { partnerOption, requireGrantContext, requirePartner } from './parties.ts'

export const addPartnerCommands: Declare = (program, select) => {
  const partner = program.command('partner').description('Manage partners')
  addCreate(partner, select)
  addList(partner, select)
  addChange(partner, select)
  addSecrets(partner, select)
  addKey(partner, select)
  addDisconnect(partner, select)
}

const redirectOption = () =>
  new Option('--redirect-uri <url>', 'a redirect URI; repeatable').argParser(
    repeatable(redirectUri),
  )

const contactOption = () =>
  new Option(
    '--contact-email <address>',
    'the e-mail address for notices; empty for none',
  ).argParser(contactEmail)

function addCreate(partner: Command, select: Select): void {
  partner
    .command('create')
    .description('Register a partner; its credentials are shown once')
    .requiredOption('--name <text>', 'the name')
    .addOption(new Option('--kind <kind>', 'the kind').choices(partnerKinds))
    .option('--channel <channel>', 'the channel, such as AIRBNB; makes the kind CHANNEL')
    .addOption(redirectOption())
    .addOption(contactOption())
    .option('--api-version <version>', 'the version of its API', apiVersion, newestVersion)
    .addOption(stdinOption('an existing key of the partner'))
    .addOption(importOption())
    .action(options =>
      select(
        session =>
          session.withDatabase(async ({ kysely: db, clock }) => {
            const { name, channel, redirectUri, contactEmail, apiVersion } = options
            const kind = options.kind ?? (channel === undefined ? 'INTEGRATION' : 'CHANNEL')
            if ((kind === 'CHANNEL') !== (channel !== undefined)) {
              throw new Misuse(
                '--channel is required with --kind CHANNEL and not allowed otherwise',
              )
            }
            const partner = {
              name,
              kind,
              channel,
              redirectUris: redirectUri ?? [],
              contactEmail: contactEmail || null,
              apiVersion,
              importedKey: await importedKey(options, session),
            }
            const created = await createPartner({ db }, partner, clock.now())
            session.print(`partnerUid    ${created.partnerUid}
clientId      ${created.clientId}
clientSecret  ${created.clientSecret}
partnerKey    ${created.key}
(secret and key are not shown again)`)
          }),
        { readsInput: options.stdin === true },
      ),
    )
}

function addList(partner: Command, select: Select): void {
  partner
    .command('list')
    .description('List partners and the uids of their active client secrets')
    .action(() =>
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely: db }) => {
          for (const partner of await listPartners({ db }))
            print(await formatPartner({ db }, partner))
        }),
      ),
    )
}

function addChange(partner: Command, select: Select): void {
  partner
    .command('change')
    .description('Update the name, contact e-mail or redirect URIs (all of them) of a partner')
    .addOption(partnerOption())
    .option('--name <text>', 'the name')
    .addOption(contactOption())
    .addOption(redirectOption())
    .action(({ partner, name, contactEmail, redirectUri }) =>
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely: db }) => {
          const changes = {
            ...(name ? { name } : {}),
            ...(redirectUri ? { redirect_uris: redirectUri } : {}),
            ...(contactEmail === undefined ? {} : { contact_email: contactEmail || null }),
          }
          if (Object.keys(changes).length === 0) {
            throw new Misuse('--name, --contact-email or --redirect-uri is required')
          }
          const { partner_uid } = await requirePartner({ db }, partner)
          await updatePartner({ db }, partner_uid, changes)
          print('Changed.')
        }),
      ),
    )
}

function addSecrets(partner: Command, select: Select): void {
  partner
    .command('rotate-secret')
    .description('Create another client secret, shown once; at most two are active')
    .addOption(partnerOption())
    .action(({ partner }) =>
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely: db, clock }) => {
          const { partner_uid } = await requirePartner({ db }, partner)
          const { uid, secret } = await addSecret({ db }, partner_uid, clock.now())
          print(`${secret}\n(uid ${uid}; the secret is not shown again)`)
        }),
      ),
    )
  partner
    .command('revoke-secret')
    .description('Revoke a client secret')
    .argument('<uid>', 'the client secret', uid)
    .action(uid =>
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely: db }) => {
          const isRevoked = await deleteSecret({ db }, uid)
          if (!isRevoked) throw new Error(`There is no active client secret with the uid ${uid}`)
          print('Revoked.')
        }),
      ),
    )
}

function addKey(partner: Command, select: Select): void {
  partner
    .command('key')
    .description('Replace the key of a partner, shown once, or revoke it')
    .addOption(partnerOption())
    .addOption(stdinOption('an existing key of the partner'))
    .addOption(importOption())
    .addOption(
      new Option('--revoke', 'revoke the key without creating a new one').conflicts([
        'stdin',
        'import',
      ]),
    )
    .action(options =>
      select(
        session =>
          session.withDatabase(async ({ kysely: db }) => {
            const { partner_uid } = await requirePartner({ db }, options.partner)
            if (options.revoke) {
              await removePartnerKey({ db }, partner_uid)
              return session.print('Revoked.')
            }
            const imported = await importedKey(options, session)
            const key = await setPartnerKey({ db }, partner_uid, imported ?? randomKey('partner'))
            session.print(`${key}\n(the key is not shown again; the previous key is revoked)`)
          }),
        { readsInput: options.stdin === true },
      ),
    )
}

function addDisconnect(partner: Command, select: Select): void {
  partner
    .command('disconnect')
    .description('End all access of a partner to an agency: grants and tokens')
    .addOption(agencyOption())
    .addOption(partnerOption())
    .action(options =>
      select(session =>
        session.withDatabase(async database => {
          const { ctx, party } = await requireGrantContext(database, options, session)
          await disconnectPartner(ctx, party)
          session.print('Disconnected.')
        }),
      ),
    )
}

async function formatPartner(ctx: Pick<Context, 'db'>, partner: Partner): Promise<string> {
  const secrets = (await listSecrets(ctx, partner.partner_uid)).map(
    ({ uid, created_at }) => `\n  secret ${uid}  ${created_at.toISOString()}`,
  )
  const uris = partner.redirect_uris.map(uri => `\n  redirect ${uri}`)
  const { partner_uid, client_id, kind, channel, api_version, key_hash, name } = partner
  const contact = partner.contact_email === null ? [] : [`\n  contact ${partner.contact_email}`]
  const key = key_hash === null ? 'no-key' : 'key'
  const columns = [partner_uid, client_id, channel ?? kind, api_version, key, name]
  return [columns.join('  '), ...secrets, ...uris, ...contact].join('')
}

function contactEmail(address: string): string {
  if (address === '' || isPlainAddress(address)) return address
  throw new InvalidArgumentError('It is not an e-mail address.')
}

function redirectUri(uri: string): string {
  if (isRedirectUri(uri)) return uri
  throw new InvalidArgumentError('It is not an absolute URL without fragment and password.')
}

function apiVersion(text: string): string {
  const version = text.replace(/^v/i, '')
  if ((versions as string[]).includes(version)) return version
  throw new InvalidArgumentError(`It is not one of ${versions.join(', ')}.`)
}
