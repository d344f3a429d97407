/** Commands about the API keys of agencies: docs/operating.md. */
import { asUid } from '../platform/uid.ts'
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../rental/access/agencies/api-keys.sql.ts'
import { listUses } from '../rental/access/credential-uses/credential-uses.ts'
import {
  type Command,
  commandLog,
  importedKey,
  instant,
  needed,
  neededUid,
  type Values,
} from './values.ts'

export const keyHelp = `\
  key create                make an API key; it is shown once
    --agency <uid> --name <text> [--read-only] [--tag <tag>]... [--expires <date>] [--stdin]
    --tag <tag>             it is for operations with this tag of the reference only, as Leads
    --stdin                 take over the key that a client has, read from the input
  key list --agency <uid>   list an agency's keys: when made and last used, until when, for what
  key rotate <key uid>      give a key another secret, shown once
    [--keep-hours <n>]      the former one lives on so long (default 0: it ends)
  key revoke <key uid>      revoke a key; takes effect on the next request`

const keepHoursMax = 720

export const keyCommands: Record<string, Command> = {
  'key create': ({ withDatabase, values, input, print, complain }) =>
    withDatabase(async database => {
      const agencyUid = neededUid(values, 'agency')
      const key = {
        agencyUid,
        name: needed(values, 'name'),
        readOnly: values['read-only'] === true,
        expiresAt: instant(values.expires),
        tags: await knownTags(values),
        imported: await importedKey(values, input, complain),
      }
      const now = database.clock.now()
      const { uid, secret } = await createKey(database.kysely, key, now, commandLog(complain))
      const shown = key.imported === undefined ? secret : 'Stored.'
      print(`${shown}\n(uid ${uid}; the key is not shown again)`)
    }),
  'key list': ({ withDatabase, values, print }) =>
    withDatabase(async database => {
      const agencyUid = neededUid(values, 'agency')
      const uses = await listUses({ db: database.kysely }, agencyUid, 'KEY')
      for (const key of await listKeys(database.kysely, agencyUid)) {
        print(described(key, uses.get(key.uid), database.clock.now()))
      }
    }),
  'key rotate': ({ withDatabase, values, rest: [uid = ''], print, complain }) =>
    withDatabase(async ({ kysely, clock }) => {
      const known = asUid(uid)
      const log = commandLog(complain)
      const keepHours = hoursOf(values)
      const rotation = known === null ? null : { uid: known, keepHours }
      const secret = rotation && (await rotateKey(kysely, rotation, clock.now(), log))
      if (secret === null) throw new Error(`There is no live key with the uid '${uid}'`)
      const former =
        keepHours > 0 ? `the former one ends in ${keepHours} h` : 'the former one ended'
      print(`${secret}\n(uid ${known}; the key is not shown again, ${former})`)
    }),
  'key revoke': ({ withDatabase, rest: [uid = ''], print, complain }) =>
    withDatabase(async database => {
      const known = asUid(uid)
      const log = commandLog(complain)
      const revoked =
        known !== null && (await revokeKey(database.kysely, known, database.clock.now(), log))
      if (!revoked) throw new Error(`There is no live key with the uid '${uid}'`)
      print('Revoked.')
    }),
}

/** @throws Error for a tag that no operation has */
async function knownTags({ tag }: Values): Promise<string[]> {
  if (!Array.isArray(tag)) return []
  // The whole interface, which takes longer to load than the command to run.
  const { operationTags } = await import('../rental/operation-tags.ts')
  const wrong = tag.find(one => !operationTags.includes(one))
  if (wrong === undefined) return [...new Set(tag)]
  throw new Error(`--tag '${wrong}' is none of ${operationTags.join(', ')}`)
}

function hoursOf({ 'keep-hours': given }: Values): number {
  const hours = Number(given ?? 0)
  if (Number.isInteger(hours) && hours >= 0 && hours <= keepHoursMax) return hours
  throw new Error(`--keep-hours is a whole number up to ${keepHoursMax}`)
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
