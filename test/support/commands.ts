import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { runCli } from '../../src/cli.ts'
import { createDatabaseUrl } from './database.ts'
import { secretKeyText } from './databases/secret-keys.ts'
import { removeFolder } from './temporary.ts'

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

type Run = (args: string[], env?: Record<string, string>, input?: string) => Promise<CommandResult>

export interface Commands {
  /** URL of the database that the commands use. */
  url: string
  /** Folder of the files that they write. */
  folder: string
  /** Environment variables that every command requires. */
  env: Record<string, string>
  /** Runs a command in this process; `env` is added to the required variables. */
  run: Run
}

/** Prepares commands on a separate database until the test file ends. */
export async function openCommands(): Promise<Commands> {
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-cli-'))
  after(() => removeFolder(folder))
  const url = await createDatabaseUrl()
  const SECRET_KEY = secretKeyText()
  const LODGEPOLE_ENV_FILE = ''
  const required = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY, LODGEPOLE_ENV_FILE }
  return {
    url,
    folder,
    env: required,
    run: (args, env, input) => runHere(args, { ...required, ...env }, input),
  }
}

/** Runs a command in this process, with these settings only. */
export async function runHere(
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<CommandResult> {
  const result = { code: 0, stdout: '', stderr: '' }
  result.code = await runCli(args, env, {
    print: text => {
      result.stdout += `${text}\n`
    },
    complain: text => {
      result.stderr += `${text}\n`
    },
    input: Readable.from([input]),
  })
  return result
}
