/** Command that writes the settings file of a new server: docs/install.md. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Environment } from '../../config/environment.ts'
import { findStoredKey, generateKey } from '../../config/secret-keys.ts'
import {
  addSettings,
  namedSettingsFile,
  readFileAt,
  type SettingsSource,
  systemSettingsFile,
} from '../../config/settings-file.ts'
import { type Config, readConfig } from '../../config.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { printSetupLink } from '../../server/start/print-setup-link.ts'
import { requireSecretKeys } from '../../server/start/require-secret-keys.ts'
import { type CommandSession, type Declare, Misuse } from '../command.ts'
import { openFor } from '../database.ts'
import { chooseSettings, type InitOptions } from './choose-settings.ts'
import { tryFolder, trySecretKey } from './try-settings.ts'
import { changeSettings, writeSettingsFile } from './write-settings.ts'

export const addInitCommand: Declare = (program, select) => {
  program
    .command('init')
    .description('Ask for the settings, test them, write a settings file, and prepare the database')
    .option('--url <address>', 'the address that browsers use (PUBLIC_URL)')
    .option('--database <url>', "the URL of a PostgreSQL server, or 'embedded' (DATABASE_URL)")
    .option('--mail <url>', "the URL of the mail server, or 'none' (SMTP_URL)")
    .option('--mail-from <address>', 'the sender address of mails (MAIL_FROM)')
    .option('--files <place>', 'a folder (DATA_DIR), or s3://bucket/prefix (BLOB_URL)')
    .option('--yes', 'ask nothing: use the options, then the present settings, then the defaults')
    .option('--link', 'only print the link that creates the first agency')
    .action(({ link, ...options }) =>
      link
        ? select(printLink)
        : select(session => initialize(session, options), {
            database: 'unused',
            settings: 'unused',
            settingsFile: 'unused',
            ownProcess: true,
          }),
    )
}

async function printLink({ withDatabase, config, print }: CommandSession): Promise<void> {
  await withDatabase(({ kysely: db, clock }) => printSetupLink({ db, clock }, config, print))
}

async function initialize(session: CommandSession, options: InitOptions): Promise<void> {
  const { source, print, complain } = session
  const path = choosePath(source)
  const file = readFileAt(path)
  // Before the questions, so that no answer is lost.
  tryFolder(dirname(path))
  print(`Settings file: ${path}${file === null ? '' : ' (exists, and keeps its SECRET_KEY)'}`)
  const { env } = source
  const environment = { ...env }
  // Also for libraries, which find their settings in the environment.
  if (file !== null) addSettings(env, file.settings)
  const present = { ...env, DATA_DIR: presentDataDir(path, env) }
  const answers = await chooseSettings(session, present, options)
  const settings = { ...answers, ...storeCredentials(answers, environment) }
  settings.SECRET_KEY = chooseKey(file?.settings, environment, settings)
  const config = readConfig({ ...env, ...settings })
  await trySecretKey(config)
  writeSettingsFile(path, changeSettings(file?.text ?? header, settings))
  print(`Wrote ${path}. Keep a copy of it: SECRET_KEY is needed to read the database.`)
  for (const name of Object.keys(settings)) {
    const isHidden = environment[name] !== undefined && environment[name] !== settings[name]
    if (isHidden) complain(`${name} of the environment wins over the file, and differs from it`)
  }
  await prepareDatabase(config, print)
}

const header =
  '# Settings of Lodgepole, read by the server and its commands:\n# docs/reference/settings.md\n'

/** Returns the file to write: the named one, or a standard one that exists, or a new one. */
function choosePath(source: SettingsSource): string {
  const name = namedSettingsFile(source)
  if (name === '') throw new Misuse('init writes a settings file: --env-file must name one')
  if (name !== undefined) return resolve(name)
  const existing = source.standardFiles.find(path => readFileAt(path) !== null)
  if (existing !== undefined) return resolve(existing)
  const usable = source.standardFiles.find(path => existsSync(dirname(path)))
  return resolve(usable ?? '.env')
}

/** Returns an absolute folder, because commands run in other folders than the server. */
function presentDataDir(path: string, { DATA_DIR }: Environment): string {
  return resolve(DATA_DIR || (path === systemSettingsFile ? '/var/lib/lodgepole' : './data'))
}

/** Settings of an S3-compatible store, which have no question. */
const storeSettings = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]

/** Returns the settings of the file store in the environment, which the server needs as well. */
function storeCredentials({ BLOB_URL }: Environment, environment: Environment): Environment {
  if (BLOB_URL === undefined) return {}
  const found = storeSettings.filter(name => environment[name])
  return Object.fromEntries(found.map(name => [name, environment[name]]))
}

/** Returns the present key; generates one for a new server. */
function chooseKey(
  file: Environment | undefined,
  environment: Environment,
  { DATA_DIR, DATABASE_URL }: Environment,
): string {
  const stored = DATABASE_URL === 'embedded' ? findStoredKey(DATA_DIR!) : null
  return file?.SECRET_KEY || environment.SECRET_KEY || stored || generateKey()
}

async function prepareDatabase(config: Config, print: (text: string) => void): Promise<void> {
  await openFor(config, async database => {
    const applied = await migrate(database, { report: print })
    await requireSecretKeys(database, config.secretKeys)
    if (applied.length > 0) print(`Applied ${applied.length} migrations.`)
    print('Start the server: lodgepole serve')
    const { kysely: db, clock } = database
    await printSetupLink({ db, clock }, config, print)
  })
}
