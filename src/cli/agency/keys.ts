/** Commands about the API keys of agencies: docs/operating.md. */
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
  several,
  stdinOption,
  uid,
  whole,
} from '../options.ts'
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
      several(),
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
              tags: await knownTags(options.tag ?? []),
              ...(imported === undefined ? {} : { imported }),
            }
            await requireAgency(kysely, options.agency)
            const made = await createKey(kysely, key, clock.now(), commandLog(session))
            const shown = imported === undefined ? made.secret : 'Stored.'
            session.print(`${shown}\n(uid ${made.uid}; the key is not shown again)`)
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
      select(({ withDatabase, print }) =>
        withDatabase(async ({ kysely, clock }) => {
          await requireAgency(kysely, agency)
          const uses = await listUses({ db: kysely }, agency, 'KEY')
          for (const key of await listKeys(kysely, agency)) {
            print(described(key, uses.get(key.uid), clock.now()))
          }
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
    .option('--keep-hours <n>', 'how long the old secret stays valid', whole(0, keepHoursMax), 0)
    .action((uid, { keepHours }) =>
      select(session =>
        session.withDatabase(async ({ kysely, clock }) => {
          const rotation = { uid, keepHours }
          const secret = await rotateKey(kysely, rotation, clock.now(), commandLog(session))
          if (secret === null) throw new Error(`There is no active key with the uid ${uid}`)
          const former =
            keepHours > 0
              ? `the old secret expires in ${keepHours} h`
              : 'the old secret has expired'
          session.print(`${secret}\n(uid ${uid}; the key is not shown again, ${former})`)
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
          session.print('Revoked.')
        }),
      ),
    )
}

/** @throws Misuse for a tag that no operation has */
async function knownTags(tags: string[]): Promise<string[]> {
  if (tags.length === 0) return []
  // The whole interface, which takes longer to load than the command to run.
  const { operationTags } = await import('../../rental/operation-tags.ts')
  const wrong = tags.find(one => !operationTags.includes(one))
  if (wrong === undefined) return [...new Set(tags)]
  throw new Misuse(`--tag '${wrong}' is not one of ${operationTags.join(', ')}`)
}

type Key = Awaited<ReturnType<typeof listKeys>>[number]

function described(key: Key, usedAt: Date | undefined, now: Date): string {
  const used = usedAt ? `used ${usedAt.toISOString()}` : 'never used'
  const until = key.expires_at ? [`until ${key.expires_at.toISOString()}`] : []
  const tags = key.tags ? [`for ${key.tags.join(', ')}`] : []
  const made = key.created_at.toISOString()
  const words = [key.uid, key.hint, stateOf(key, now), made, used, ...until, ...tags, key.name]
  return words.join('  ')
}

function stateOf(key: Key, now: Date): string {
  if (key.revoked_at) return 'revoked'
  if (key.expires_at && key.expires_at <= now) return 'expired'
  return key.read_only ? 'read-only' : 'live'
}
