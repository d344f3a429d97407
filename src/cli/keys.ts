/** Commands about the API keys of agencies: docs/operating.md. */
import { asUid } from '../platform/uid.ts'
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../rental/access/agencies/api-keys.sql.ts'
import { type Command, commandLog, instant, needed, neededUid, text } from './values.ts'

export const keyHelp = `\
  key create                make an API key; it is shown once
    --agency <uid> --name <text> [--read-only] [--expires <date>] [--import <key>]
  key list --agency <uid>   list an agency's keys
  key rotate <key uid>      give a key another secret, shown once; the former one ends
  key revoke <key uid>      revoke a key; takes effect on the next request`

export const keyCommands: Record<string, Command> = {
  'key create': ({ withDatabase, values, print, complain }) =>
    withDatabase(async database => {
      const agencyUid = neededUid(values, 'agency')
      const key = {
        agencyUid,
        name: needed(values, 'name'),
        readOnly: values['read-only'] === true,
        expiresAt: instant(values.expires),
        imported: text(values.import),
      }
      const { uid, secret } = await createKey(
        database.kysely,
        key,
        database.clock.now(),
        commandLog(complain),
      )
      print(`${secret}\n(uid ${uid}; the key is not shown again)`)
    }),
  'key list': ({ withDatabase, values, print }) =>
    withDatabase(async database => {
      const agencyUid = neededUid(values, 'agency')
      for (const key of await listKeys(database.kysely, agencyUid)) {
        const state = stateOf(key, database.clock.now())
        print([key.uid, key.hint, state, key.created_at.toISOString(), key.name].join('  '))
      }
    }),
  'key rotate': ({ withDatabase, rest: [uid = ''], print, complain }) =>
    withDatabase(async database => {
      const known = asUid(uid)
      const log = commandLog(complain)
      const secret =
        known === null ? null : await rotateKey(database.kysely, known, database.clock.now(), log)
      if (secret === null) throw new Error(`There is no live key with the uid '${uid}'`)
      print(`${secret}\n(uid ${known}; the key is not shown again)`)
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

interface KeyState {
  revoked_at: Date | null
  expires_at: Date | null
  read_only: boolean
}

function stateOf(key: KeyState, now: Date): string {
  if (key.revoked_at) return 'revoked'
  if (key.expires_at && key.expires_at <= now) return 'expired'
  return key.read_only ? 'read-only' : 'live'
}
