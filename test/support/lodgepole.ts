import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { secretKeyText } from './databases/secret-keys.ts'
import { type Started, start } from './processes.ts'
import { type Cleanup, temporaryFolder } from './temporary.ts'

const root = join(import.meta.dirname, '../..')
const entry = 'src/main.ts'

/**
 * Returns the settings of a server on a database, by default the embedded one, without a rate
 * limit.
 */
export async function serverSettings(
  cleanup: Cleanup,
  databaseUrl: string,
  port = 0,
): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    LODGEPOLE_ENV_FILE: '',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl || 'embedded',
    DATA_DIR: await temporaryFolder(cleanup),
    SECRET_KEY: secretKeyText(),
    PORT: String(port),
    RATE_LIMIT_PER_HOUR: '0',
    LOG_LEVEL: 'warn',
    // Bundling the console takes as long as the rest of a start, and has its own tests.
    CONSOLE: 'false',
  }
}

/** Runs a command of Lodgepole and returns its stdout. @throws Error if it fails */
export function runCommand(env: NodeJS.ProcessEnv, args: string[]): string {
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], options)
  if (status !== 0) throw new Error(`lodgepole ${args.join(' ')} failed: ${stderr}${stdout}`)
  return stdout
}

/** Starts a server or worker process, without waiting until it is ready. */
export function startProcess(
  cleanup: Cleanup,
  env: NodeJS.ProcessEnv,
  command: 'serve' | 'work' = 'serve',
): Started {
  return start(cleanup, process.execPath, [entry, command], { cwd: root, env })
}

export function startWorker(cleanup: Cleanup, env: NodeJS.ProcessEnv): Started {
  const { PORT: _, ...portless } = env
  return start(cleanup, process.execPath, [entry, 'work'], { cwd: root, env: portless })
}

/** Migrates a database with the project's own migrations. */
export async function migrate(cleanup: Cleanup, databaseUrl: string): Promise<void> {
  runCommand(await serverSettings(cleanup, databaseUrl), ['migrate'])
}

export function createKey(env: NodeJS.ProcessEnv, agencyUid: string): string {
  const output = runCommand(env, ['key', 'create', '--agency', agencyUid, '--name', 'made'])
  return output.split('\n')[0]!
}
