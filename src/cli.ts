import { parseArgs } from 'node:util'
import { backupCommands, backupHelp } from './cli/backups.ts'
import { employeeCommands, employeeHelp } from './cli/employees.ts'
import { guestCommands, guestHelp } from './cli/guests.ts'
import { partnerCommands, partnerHelp } from './cli/partners.ts'
import {
  type Command,
  commandLog,
  instant,
  needed,
  neededUid,
  type Terminal,
  text,
  withDatabase,
} from './cli/values.ts'
import { readConfig } from './config.ts'
import { makeDemo, standardProperties } from './demo/demo.ts'
import { migrate } from './platform/db/migrate.ts'
import { sqlState } from './platform/db/transaction.ts'
import { makePrivate } from './platform/private-folder.ts'
import { asUid } from './platform/uid.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './rental/access/agencies/api-keys.sql.ts'
import { createAgency } from './rental/access/agencies/create-agency.ts'
import {
  listSecurityEvents,
  type StoredSecurityEvent,
} from './rental/access/security-events/security-events.ts'

const help = `Usage: lodgepole <command> [options]

  serve                     serve; without DATABASE_URL on an embedded database
    --demo                  with a demo agency if that has none, and say how to use it
  work                      do background work only; with PORT set, tell of health there
  migrate                   bring the database up to date
  demo                      fill an empty database with a demo agency
    --seed <n>              other data for another number (default 1)
    --today <date>          the day the data is laid around (default: today)
    --properties <n>        how many properties it has (default 26)
  agency create             make an agency
    --name <text> [--currency USD] [--time-zone Europe/Paris]
  key create                make an API key; it is shown once
    --agency <uid> --name <text> [--read-only] [--expires <date>] [--import <key>]
  key list --agency <uid>   list an agency's keys
  key rotate <key uid>      give a key another secret, shown once; the former one ends
  key revoke <key uid>      revoke a key; takes effect on the next request
  security list             what happened to an agency's security, the latest first: when, what,
    --agency <uid>          how often, by whom, about whom or what, which partner, from where
${backupHelp}
${employeeHelp}
${guestHelp}
${partnerHelp}

Settings are environment variables: docs/operating.md lists them.`

const commands: Record<string, Command> = {
  // Only these need the whole server, whose modules take longer to load than a command to run.
  serve: async ({ config, values }) =>
    (await import('./process/serve.ts')).serve(config, { withDemo: values.demo === true }),
  work: async ({ config }) => (await import('./process/work.ts')).work(config),
  migrate: ({ config, print }) =>
    withDatabase(config, async database => {
      const applied = await migrate(database, { tell: print })
      print(applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`)
    }),
  demo: ({ config, values: { seed, today, properties }, print }) =>
    withDatabase(config, async database => {
      await migrate(database)
      const made = await makeDemo(database, config, {
        seed: Number(seed ?? 1),
        today: text(today),
        properties: Number(properties ?? standardProperties),
        say: print,
      })
      print(made ? `Wrote ${made}.` : 'The database has agencies already: nothing was done.')
    }),
  'agency create': ({ config, values, print }) =>
    withDatabase(config, async database => {
      const agency = { name: needed(values, 'name'), currency: text(values.currency) }
      const timeZone = text(values['time-zone'])
      print(
        await createAgency({ db: database.kysely }, { ...agency, timeZone }, database.clock.now()),
      )
    }),
  'key create': ({ config, values, print, complain }) =>
    withDatabase(config, async database => {
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
  'key list': ({ config, values, print }) =>
    withDatabase(config, async database => {
      const agencyUid = neededUid(values, 'agency')
      for (const key of await listKeys(database.kysely, agencyUid)) {
        const state = stateOf(key, database.clock.now())
        print([key.uid, key.hint, state, key.created_at.toISOString(), key.name].join('  '))
      }
    }),
  'key rotate': ({ config, rest: [uid = ''], print, complain }) =>
    withDatabase(config, async database => {
      const known = asUid(uid)
      const log = commandLog(complain)
      const secret =
        known === null ? null : await rotateKey(database.kysely, known, database.clock.now(), log)
      if (secret === null) throw new Error(`There is no live key with the uid '${uid}'`)
      print(`${secret}\n(uid ${known}; the key is not shown again)`)
    }),
  'key revoke': ({ config, rest: [uid = ''], print, complain }) =>
    withDatabase(config, async database => {
      const known = asUid(uid)
      const log = commandLog(complain)
      const revoked =
        known !== null && (await revokeKey(database.kysely, known, database.clock.now(), log))
      if (!revoked) throw new Error(`There is no live key with the uid '${uid}'`)
      print('Revoked.')
    }),
  ...backupCommands,
  ...employeeCommands,
  'security list': ({ config, values, print }) =>
    withDatabase(config, async ({ kysely: db }) => {
      const agencyUid = neededUid(values, 'agency')
      for (const event of await listSecurityEvents({ db }, agencyUid, 1_000)) print(line(event))
    }),
  ...guestCommands,
  ...partnerCommands,
}

/** Where a command says what it has to say: the process's own, if not another. */
const standard: Terminal = { print: console.log, complain: console.error, input: process.stdin }

/** Runs one command. @returns the exit code */
export async function runCli(
  args: string[],
  env: NodeJS.ProcessEnv,
  terminal = standard,
): Promise<number> {
  const { print, complain } = terminal
  try {
    const { values, positionals } = parse(args)
    const [first = '', second = ''] = positionals
    const name = `${first} ${second}` in commands ? `${first} ${second}` : first
    const command = commands[name]
    if (values.help || !command) {
      print(help)
      return values.help ? 0 : 2
    }
    const rest = positionals.slice(name.split(' ').length)
    const config = readConfig(env)
    makePrivate(config.dataDir, 1)
    await command({ config, values, rest, ...terminal })
    return 0
  } catch (error) {
    complain(`lodgepole: ${messageOf(error)}`)
    return 1
  }
}

/** The SQLSTATE of a table that does not exist. */
const undefinedTable = '42P01'

function messageOf(error: unknown): string {
  if (sqlState(error) === undefinedTable) return 'The database is not migrated: lodgepole migrate'
  return (error as Error).message
}

function parse(args: string[]) {
  const option = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { ...flag, short: 'h' },
      demo: flag,
      seed: option,
      today: option,
      properties: option,
      agency: option,
      name: option,
      currency: option,
      'time-zone': option,
      'read-only': flag,
      expires: option,
      import: option,
      email: option,
      'first-name': option,
      'last-name': option,
      role: option,
      stdin: flag,
      kind: option,
      channel: option,
      'contact-email': option,
      'redirect-uri': { ...option, multiple: true },
      'api-version': option,
      partner: option,
      revoke: flag,
      property: option,
      hotel: option,
      'personal-data': flag,
      'database-url': option,
      erasures: option,
      replaces: option,
    },
  })
}

function line(event: StoredSecurityEvent): string {
  const { last_at, times, actor_kind, actor_uid, subject_uid, partner_uid, address } = event
  const actor = actor_uid === null ? actor_kind : `${actor_kind}:${actor_uid}`
  const about = [subject_uid, partner_uid, address].map(text => text ?? '-')
  return [last_at.toISOString(), event.event, times, actor, ...about].join('  ')
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
