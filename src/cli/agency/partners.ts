/** Commands about partners: docs/administration.md. */
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { randomKey } from '../../platform/crypto/api-key-format.ts'
import {
  type GrantingAgency,
  listGrantingAgenciesUnscoped,
} from '../../rental/access/agency-states/granting-agencies.sql.ts'
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
import { formatProperties, formatTable } from '../table.ts'
import { partnerOption, requireGrantContext, requirePartner } from './parties.ts'

export const addPartnerCommands: Declare = (program, select) => {
  const partner = program.command('partner').description('Manage partners')
  addCreate(partner, select)
  addList(partner, select)
  addShow(partner, select)
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
            const { partnerUid, clientId, clientSecret, key: partnerKey } = created
            const credentials = { partnerUid, clientId, clientSecret, partnerKey }
            const text = formatProperties(Object.entries(credentials))
            session.report(credentials, `${text}\n(secret and key are not shown again)`)
          }),
        { readsInput: options.stdin === true },
      ),
    )
}

function addList(partner: Command, select: Select): void {
  partner
    .command('list')
    .description('List partners')
    .action(() =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          const partners = (await listPartners({ db })).map(describePartner)
          report({ partners }, formatTable(header, partners.map(toColumns)))
        }),
      ),
    )
}

function addShow(partner: Command, select: Select): void {
  partner
    .command('show')
    .description('Show a partner: redirect URIs, client secrets, and the agencies it has access to')
    .argument('<partner>', "the partner's uid or client id")
    .action(name =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          const partner = await requirePartner({ db }, name)
          const { partner_uid, redirect_uris: redirectUris } = partner
          const secrets = (await listSecrets({ db }, partner_uid)).map(
            ({ uid, created_at: createdAt }) => ({ uid, createdAt }),
          )
          const agencies = await listGrantingAgenciesUnscoped({ db }, partner_uid)
          const details = { redirectUris, secrets, agencies }
          const description = { ...describePartner(partner), ...details }
          report(description, formatPartner(description))
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
      select(({ withDatabase, report }) =>
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
          report({ partnerUid: partner_uid }, 'Changed.')
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
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db, clock }) => {
          const { partner_uid } = await requirePartner({ db }, partner)
          const { uid, secret } = await addSecret({ db }, partner_uid, clock.now())
          report({ uid, secret }, `${secret}\n(uid ${uid}; the secret is not shown again)`)
        }),
      ),
    )
  partner
    .command('revoke-secret')
    .description('Revoke a client secret')
    .argument('<uid>', 'the client secret', uid)
    .action(uid =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely: db }) => {
          const isRevoked = await deleteSecret({ db }, uid)
          if (!isRevoked) throw new Error(`There is no active client secret with the uid ${uid}`)
          report({ uid, revoked: true }, 'Revoked.')
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
              return session.report({ partnerUid: partner_uid, revoked: true }, 'Revoked.')
            }
            const imported = await importedKey(options, session)
            const key = await setPartnerKey({ db }, partner_uid, imported ?? randomKey('partner'))
            const text = `${key}\n(the key is not shown again; the previous key is revoked)`
            session.report({ partnerUid: partner_uid, key }, text)
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
          session.report({ ...party, disconnected: true }, 'Disconnected.')
        }),
      ),
    )
}

const header = ['UID', 'CLIENT ID', 'KIND', 'VERSION', 'KEY', 'CONTACT', 'NAME']

function describePartner(partner: Partner) {
  const { partner_uid: uid, client_id: clientId, name, kind, channel } = partner
  const { api_version: apiVersion, contact_email: contactEmail, key_hash } = partner
  return { uid, clientId, name, kind, channel, apiVersion, contactEmail, hasKey: key_hash !== null }
}

type DescribedPartner = ReturnType<typeof describePartner>

function toColumns({ uid, clientId, name, kind, channel, ...rest }: DescribedPartner) {
  const { apiVersion, contactEmail, hasKey } = rest
  return [uid, clientId, channel ?? kind, apiVersion, hasKey ? 'yes' : 'no', contactEmail, name]
}

interface PartnerDetails extends DescribedPartner {
  redirectUris: string[]
  secrets: { uid: string; createdAt: Date }[]
  agencies: GrantingAgency[]
}

function formatPartner({ redirectUris, secrets, agencies, ...partner }: PartnerDetails): string {
  const [uid, clientId, kind, version, key, contact, name] = toColumns(partner)
  const properties: Parameters<typeof formatProperties>[0] = [
    ['uid', uid],
    ['name', name],
    ['client id', clientId],
    ['kind', kind],
    ['version', version],
    ['partner key', key],
    ['contact', contact],
    ...redirectUris.map((uri): [string, string] => ['redirect URI', uri]),
    ...secrets.map(({ uid, createdAt }): [string, string] => [
      'client secret',
      `${uid}  ${createdAt.toISOString()}`,
    ]),
  ]
  const rows = agencies.map(({ uid, grants, disabledAt, name }) => [uid, grants, disabledAt, name])
  const access = formatTable(['AGENCY', 'GRANTS', 'DISABLED SINCE', 'NAME'], rows)
  return [formatProperties(properties), ...(rows.length > 0 ? ['', access] : [])].join('\n')
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
