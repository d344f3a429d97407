import { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { backupCommands, backupHelp } from './cli/backups.ts'
import { distributionCommands, distributionHelp } from './cli/distribution.ts'
import { employeeCommands, employeeHelp } from './cli/employees.ts'
import { guestCommands, guestHelp } from './cli/guests.ts'
import { keyCommands, keyHelp } from './cli/keys.ts'
import { partnerCommands, partnerHelp } from './cli/partners.ts'
import { secretCommands, secretHelp } from './cli/secrets.ts'
import {
  type Asked,
  type Command,
  needed,
  neededUid,
  openFor,
  type Terminal,
  text,
  type Values,
} from './cli/values.ts'
import { type Config, dataDirOf, readConfig } from './config.ts'
import type { Database } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { sqlState } from './platform/db/transaction.ts'
import { fileErrorText } from './platform/file-error.ts'
import { makePrivate } from './platform/private-folder.ts'
import {
  type EndedCommand,
  requestOfServer,
  type TypedCommand,
} from './process/command-requests.ts'
import { createAgency } from './rental/access/agencies/create-agency.ts'
import {
  listSecurityEvents,
  type StoredSecurityEvent,
} from './rental/access/security-events/security-events.ts'
import type { Tables } from './rental/tables.ts'

const help = `Usage: lodgepole <command> [options]

  serve                     serve; without DATABASE_URL on an embedded database
    --demo                  with a demo agency if that has none, and say how to use it
  work                      do background work only; with PORT set, tell of health there
  migrate                   bring the database up to date
${distributionHelp}
  demo                      fill an empty database with a demo agency
    --seed <n>              other data for another number (default 1)
    --today <date>          the day the data is laid around (default: today)
    --properties <n>        how many properties it has (default 26)
  agency create             make an agency
    --name <text> [--currency USD] [--time-zone Europe/Paris]
${keyHelp}
  security list             what happened to an agency's security, the latest first: when, what,
    --agency <uid>          how often, by whom, about whom or what, which partner, from where
${secretHelp}
${backupHelp}
${employeeHelp}
${guestHelp}
${partnerHelp}

Settings are environment variables: docs/operating.md lists them.`

const commands: Record<string, Command> = {
  // Only these need the whole server, whose modules take longer to load than a command to run.
  serve: async ({ config, values }) => {
    const { serve } = await import('./process/serve.ts')
    await serve(config, { withDemo: values.demo === true, runCommand: runHere })
  },
  work: async ({ config }) => (await import('./process/work.ts')).work(config),
  migrate: ({ withDatabase, print }) =>
    withDatabase(async database => {
      const applied = await migrate(database, { tell: print })
      print(applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`)
    }),
  demo: ({ withDatabase, config, values: { seed, today, properties }, print }) =>
    withDatabase(async database => {
      const { makeDemo, standardProperties } = await import('./demo/demo.ts')
      await migrate(database)
      const made = await makeDemo(database, config, {
        seed: Number(seed ?? 1),
        today: text(today),
        properties: Number(properties ?? standardProperties),
        say: print,
      })
      print(made ? `Wrote ${made}.` : 'The database has agencies already: nothing was done.')
    }),
  'agency create': ({ withDatabase, values, print }) =>
    withDatabase(async database => {
      const agency = { name: needed(values, 'name'), currency: text(values.currency) }
      const timeZone = text(values['time-zone'])
      print(
        await createAgency({ db: database.kysely }, { ...agency, timeZone }, database.clock.now()),
      )
    }),
  ...distributionCommands,
  ...keyCommands,
  ...secretCommands,
  ...backupCommands,
  ...employeeCommands,
  'security list': ({ withDatabase, values, print }) =>
    withDatabase(async ({ kysely: db }) => {
      const agencyUid = neededUid(values, 'agency')
      for (const event of await listSecurityEvents({ db }, agencyUid, 1_000)) print(line(event))
    }),
  ...guestCommands,
  ...partnerCommands,
}

/** What makes or replaces the database, or asks a server by itself. */
const ownProcess = new Set([
  'serve',
  'work',
  'migrate',
  'distribute',
  'demo',
  'restore',
  'backup',
  'backup verify',
])

/** Where a command says what it has to say: the process's own, if not another. */
const standard: Terminal = { print: console.log, complain: console.error, input: process.stdin }

/**
 * Runs one command; where a process has the embedded database open, that does it.
 *
 * @returns the exit code
 */
export async function runCli(
  args: string[],
  env: NodeJS.ProcessEnv,
  terminal = standard,
): Promise<number> {
  return answering(terminal, dataDirOf(env), async () => {
    const { command, ...asked } = commandOf(args)
    if (!command) {
      terminal.print(help)
      return asked.values.help ? 0 : 2
    }
    const config = readConfig(env)
    makePrivate(config.dataDir, 1)
    const withDatabase: Asked['withDatabase'] = use => openFor(config, use)
    if (config.databaseUrl !== null || ownProcess.has(asked.name)) {
      await command({ ...asked, ...terminal, config, withDatabase })
      return 0
    }
    const input = asked.values.stdin === true ? await readAll(terminal.input) : ''
    const ended = await requestOfServer(config.dataDir, 'command', { args, input })
    for (const { to, text } of ended?.said ?? []) terminal[to](text)
    if (ended) return ended.code
    await command({ ...asked, ...terminal, input: Readable.from([input]), config, withDatabase })
    return 0
  })
}

/** Runs a command for another process, on the database that this one has open. */
async function runHere(
  { args, input }: TypedCommand,
  { config, database }: { config: Config; database: Database<Tables> },
): Promise<EndedCommand> {
  const said: EndedCommand['said'] = []
  const terminal: Terminal = {
    print: text => said.push({ to: 'print', text }),
    complain: text => said.push({ to: 'complain', text }),
    input: Readable.from([input]),
  }
  const code = await answering(terminal, config.dataDir, async () => {
    const { command, ...asked } = commandOf(args)
    if (!command || ownProcess.has(asked.name)) throw new Error('This server has no such command')
    await command({ ...asked, ...terminal, config, withDatabase: use => use(database) })
    return 0
  })
  return { code, said }
}

async function answering(
  { complain }: Terminal,
  dataDir: string,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    complain(`lodgepole: ${messageOf(error, dataDir)}`)
    return 1
  }
}

function commandOf(args: string[]) {
  const { values, positionals } = parse(args)
  const [first = '', second = ''] = positionals
  const name = `${first} ${second}` in commands ? `${first} ${second}` : first
  const command = values.help ? undefined : commands[name]
  return {
    name,
    command,
    values: values as Values,
    rest: positionals.slice(name.split(' ').length),
  }
}

/** The SQLSTATE of a table that does not exist. */
const undefinedTable = '42P01'

function messageOf(error: unknown, dataDir: string): string {
  const text = fileErrorText(error, dataDir)
  if (text !== null) return text
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
      'dry-run': flag,
      shards: option,
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
      tag: { ...option, multiple: true },
      'keep-hours': option,
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
