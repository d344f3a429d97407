/** Commands about the API keys of agencies: docs/administration.md. */
import type { Command } from '@commander-js/extra-typings'
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../rental/access/agencies/api-keys.sql.ts'
import { listUses } from '../../rental/access/credential-uses/credential-uses.ts'
import { type Declare, Misuse, type Select } from '../command.ts'
import {
  agencyOption,
  commandLog,
  importedKey,
  importOption,
  instant,
  integer,
  repeatable,
  stdinOption,
  uid,
} from '../options.ts'
import { formatTable } from '../table.ts'
import { requireAgency } from './agencies.ts'

export const addKeyCommands: Declare = (program, select) => {
  const key = program.command('key').description('Manage the API keys of agencies')
  addCreate(key, select)
  addList(key, select)
  addRotate(key, select)
  addRevoke(key, select)
}

function addCreate(key: Command, select: Select): void {
  key
    .command('create')
    .description('Create an API key; it is shown once')
    .addOption(agencyOption())
    .requiredOption('--name <text>', 'a name to recognize the key')
    .option('--read-only', 'allow read access only')
    .option('--strict', 'reject unknown query parameters')
    .option(
      '--tag <tag>',
      'allow only operations with this tag of the reference; repeatable',
      repeatable(),
    )
    .option('--expires <date>', 'when it expires, in UTC', instant)
    .addOption(stdinOption('an existing key of a client'))
    .addOption(importOption())
    .action(options =>
      select(
        session =>
          session.withDatabase(async ({ kysely, clock }) => {
            const imported = await importedKey(options, session)
            const key = {
              agencyUid: options.agency,
              name: options.name,
              readOnly: options.readOnly === true,
              isStrict: options.strict === true,
              expiresAt: options.expires ?? null,
              tags: await requireTags(options.tag ?? []),
              ...(imported === undefined ? {} : { imported }),
            }
            await requireAgency(kysely, options.agency)
            const created = await createKey(kysely, key, clock.now(), commandLog(session))
            const secretText = imported === undefined ? created.secret : 'Stored.'
            const { uid, secret } = created
            const result = imported === undefined ? { uid, secret } : { uid }
            session.report(result, `${secretText}\n(uid ${uid}; the key is not shown again)`)
          }),
        { readsInput: options.stdin === true },
      ),
    )
}

function addList(key: Command, select: Select): void {
  key
    .command('list')
    .description('List the API keys of an agency: created, last used, expires, tags')
    .addOption(agencyOption())
    .action(({ agency }) =>
      select(({ withDatabase, report }) =>
        withDatabase(async ({ kysely, clock }) => {
          await requireAgency(kysely, agency)
          const uses = await listUses({ db: kysely }, agency, 'KEY')
          const keys = (await listKeys(kysely, agency)).map(key =>
            describeKey(key, uses.get(key.uid), clock.now()),
          )
          report({ keys }, formatTable(header, keys.map(toColumns)))
        }),
      ),
    )
}

const keepHoursMax = 720

function addRotate(key: Command, select: Select): void {
  key
    .command('rotate')
    .description('Rotate the secret of a key; the new one is shown once')
    .argument('<uid>', 'the key', uid)
    .option('--keep-hours <n>', 'how long the old secret stays valid', integer(0, keepHoursMax), 0)
    .action((uid, { keepHours }) =>
      select(session =>
        session.withDatabase(async ({ kysely, clock }) => {
          const rotation = { uid, keepHours }
          const secret = await rotateKey(kysely, rotation, clock.now(), commandLog(session))
          if (secret === null) throw new Error(`There is no active key with the uid ${uid}`)
          const formerSecretText =
            keepHours > 0
              ? `the old secret expires in ${keepHours} h`
              : 'the old secret has expired'
          const text = `${secret}\n(uid ${uid}; the key is not shown again, ${formerSecretText})`
          session.report({ uid, secret }, text)
        }),
      ),
    )
}

function addRevoke(key: Command, select: Select): void {
  key
    .command('revoke')
    .description('Revoke a key; takes effect on the next request')
    .argument('<uid>', 'the key', uid)
    .action(uid =>
      select(session =>
        session.withDatabase(async ({ kysely, clock }) => {
          const isRevoked = await revokeKey(
            { db: kysely, log: commandLog(session) },
            uid,
            clock.now(),
          )
          if (!isRevoked) throw new Error(`There is no active key with the uid ${uid}`)
          session.report({ uid, revoked: true }, 'Revoked.')
        }),
      ),
    )
}

/** @throws Misuse for an unknown tag */
async function requireTags(tags: string[]): Promise<string[]> {
  if (tags.length === 0) return []
  // Loaded on demand: it imports the whole API.
  const { operationTags } = await import('../../rental/routes.ts')
  const unknownTag = tags.find(tag => !operationTags.includes(tag))
  if (unknownTag === undefined) return [...new Set(tags)]
  throw new Misuse(`--tag '${unknownTag}' is not one of ${operationTags.join(', ')}`)
}

type Key = Awaited<ReturnType<typeof listKeys>>[number]

const header = ['UID', 'KEY', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'TAGS', 'NAME']

function describeKey(key: Key, usedAt: Date | undefined, now: Date) {
  const { uid, name, hint, tags, created_at: createdAt, expires_at: expiresAt } = key
  const state = keyState(key, now)
  return { uid, name, hint, state, tags, createdAt, lastUsedAt: usedAt ?? null, expiresAt }
}

function toColumns({ uid, name, hint, state, tags, ...times }: ReturnType<typeof describeKey>) {
  const { createdAt, lastUsedAt, expiresAt } = times
  return [uid, hint, state, createdAt, lastUsedAt, expiresAt, tags?.join(', '), name]
}

function keyState(key: Key, now: Date): string {
  if (key.revoked_at) return 'revoked'
  if (key.expires_at && key.expires_at <= now) return 'expired'
  return key.read_only ? 'read-only' : 'live'
}
