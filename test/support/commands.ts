import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { runCli } from '../../src/cli.ts'
import { createDatabaseUrl } from './database.ts'
import { secretKeyText } from './databases/secret-keys.ts'
import { removeFolder } from './temporary.ts'

/** What became of a command. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

type Run = (args: string[], env?: Record<string, string>, input?: string) => Promise<Ended>

export interface Commands {
  /** The database that they work on. */
  url: string
  /** Where they write files. */
  folder: string
  /** What a start needs. */
  env: Record<string, string>
  /** Runs a command in this process; `env` comes beside what a start needs. */
  run: Run
}

/** The commands of docs/operating.md on a database of their own, until the test file ends. */
export async function openCommands(): Promise<Commands> {
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-cli-'))
  after(() => removeFolder(folder))
  const url = await createDatabaseUrl()
  const SECRET_KEY = secretKeyText()
  const needed = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY }
  return {
    url,
    folder,
    env: needed,
    run: (args, env, input) => runHere(args, { ...needed, ...env }, input),
  }
}

/** Runs a command in this process, with the given settings alone. */
export async function runHere(
  args: string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Ended> {
  const ended = { code: 0, stdout: '', stderr: '' }
  ended.code = await runCli(args, env, {
    print: text => {
      ended.stdout += `${text}\n`
    },
    complain: text => {
      ended.stderr += `${text}\n`
    },
    input: Readable.from([input]),
  })
  return ended
}
