import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { type CommandSession, Misuse, type Selected, type Terminal } from './cli/command.ts'
import { announceDatabase, hasDatabase, openFor } from './cli/database.ts'
import { errorMessage } from './cli/error-message.ts'
import { misuseCode, parseCommand } from './cli/program.ts'
import {
  type DatabaseSettings,
  readDatabaseSettings,
  readDataDir,
} from './config/database-config.ts'
import { addSettings, readSettingsFile, type SettingsSource } from './config/settings-file.ts'
import { type Config, readConfig } from './config.ts'
import { makePrivate } from './platform/io/private-folder.ts'
import { withErrorListener } from './platform/io/with-error-listener.ts'
import { type CommandResult, callAdminSocket } from './server/admin-socket.ts'
import type { RunCommand } from './server/start-workers.ts'

/** Standard streams of the process. */
const standard: Terminal = {
  print: console.log,
  complain: console.error,
  input: process.stdin,
  prompts: process.stdin.isTTY ? process.stderr : undefined,
}

/**
 * Runs one command. If another process has the embedded database open, that process runs it.
 *
 * @param env receives the settings of the settings file, so that libraries find theirs in it
 * @param standardFiles settings files to look for if none is named
 * @returns the exit code: 0 done, 1 failed, 2 invalid arguments
 */
export async function runCli(
  args: string[],
  env: NodeJS.ProcessEnv,
  terminal = standard,
  standardFiles: readonly string[] = [],
): Promise<number> {
  const dataDir = () => readDataDir(env)
  return exitCodeOf(terminal, dataDir, async () => {
    const command = parseCommand(args, terminal)
    if (typeof command === 'number') return command
    const source = { env, envFile: command.envFile, standardFiles }
    loadSettings(command, source, terminal)
    const settings = command.settings === 'valid' ? readDatabaseSettings(env) : trySettings(env)
    if (settings instanceof Error || command.settings === 'unused') {
      await runAndPrint(command, terminal, terminal =>
        openSession(terminal, withoutSettings(settings, source)),
      )
      return 0
    }
    announceDatabase(settings, command, terminal)
    makePrivate(settings.dataDir, 1)
    const open = (terminal: SessionTerminal) => {
      const config = once(() => readConfig(env))
      return openSession(terminal, {
        config,
        source,
        hasDatabase: hasDatabase(settings),
        isServer: false,
        withDatabase: use => openFor(config(), use),
      })
    }
    const input = await readInput(command, terminal)
    const ownTerminal = { ...terminal, input: withErrorListener(Readable.from([input])) }
    if (settings.databaseUrl !== null || command.ownProcess || !hasDatabase(settings)) {
      await runAndPrint(command, ownTerminal, open)
      return 0
    }
    const ended = await callAdminSocket(settings.dataDir, 'command', { args, input })
    for (const { to, text } of ended?.output ?? []) terminal[to](text)
    if (ended) return ended.code
    await runAndPrint(command, ownTerminal, open)
    return 0
  })
}

/** Adds the settings file to the environment, and prints to standard error which one it is. */
function loadSettings(
  { settingsFile }: Pick<Selected, 'settingsFile'>,
  source: SettingsSource,
  { complain }: Pick<Terminal, 'complain'>,
): void {
  if (settingsFile === 'unused') return
  const isNamedOnly = settingsFile === 'named'
  const file = readSettingsFile(isNamedOnly ? { ...source, standardFiles: [] } : source)
  if (file === null) return
  complain(`Settings: ${file.path}`)
  if (file.warning !== null) complain(file.warning)
  addSettings(source.env, file.settings)
}

/** Runs a command for another process, on the database that this one has open. */
const runHere: RunCommand = async ({ args, input }, { config, database }) => {
  const said: CommandResult['output'] = []
  const terminal: Terminal = {
    print: text => said.push({ to: 'print', text }),
    complain: text => said.push({ to: 'complain', text }),
    input: withErrorListener(Readable.from([input])),
  }
  const code = await exitCodeOf(
    terminal,
    () => config.dataDir,
    async () => {
      const command = parseCommand(args, terminal)
      if (typeof command === 'number') return command
      if (command.ownProcess)
        throw new Error('A running server cannot run this command; stop the server first')
      await runAndPrint(command, terminal, terminal =>
        openSession(terminal, {
          config: () => config,
          source: { env: process.env, envFile: undefined, standardFiles: [] },
          hasDatabase: true,
          isServer: true,
          withDatabase: use => use(database),
        }),
      )
      return 0
    },
  )
  return { code, output: said }
}

type SessionParts = Pick<CommandSession, 'source' | 'hasDatabase' | 'isServer' | 'withDatabase'> & {
  config: () => Config
}

function trySettings(env: NodeJS.ProcessEnv): DatabaseSettings | Error {
  try {
    return readDatabaseSettings(env)
  } catch (error) {
    return error as Error
  }
}

/** Returns a session without settings and database, which throws the reason when they are used. */
function withoutSettings(reason: unknown, source: SettingsSource): SessionParts {
  const refuse = () => {
    throw reason
  }
  const withDatabase = async () => refuse()
  return { config: refuse, source, hasDatabase: false, isServer: false, withDatabase }
}

/** Reads the input of a command: nothing, a line that it prompts for, or all. */
async function readInput(
  { readsInput, prompt }: Selected,
  { input, complain }: Pick<Terminal, 'input' | 'complain'>,
): Promise<string> {
  if (prompt === null) return readsInput ? readAll(input) : ''
  complain(prompt)
  const lines = createInterface({ input })
  for await (const line of lines) return line
  return ''
}

type SessionTerminal = Terminal & Pick<CommandSession, 'report'>

/** Runs a command and prints its result. With --json, standard output is one JSON document. */
async function runAndPrint(
  { run, isJson }: Selected,
  terminal: Terminal,
  open: (terminal: SessionTerminal) => CommandSession,
): Promise<void> {
  const lines: string[] = []
  let result: object | undefined
  const print = isJson ? (text: string) => void lines.push(text) : terminal.print
  const report = (value: object, text: string) => {
    result = value
    if (!isJson && text !== '') terminal.print(text)
  }
  const printJson = () => terminal.print(JSON.stringify(result ?? { lines }, null, 2))
  try {
    await run(open({ ...terminal, print, report }))
  } catch (error) {
    // A command that fails after its result, such as the doctor, prints it all the same.
    if (isJson && result !== undefined) printJson()
    throw error
  }
  if (isJson) printJson()
}

function openSession(
  terminal: SessionTerminal,
  { config, ...database }: SessionParts,
): CommandSession {
  return {
    ...terminal,
    ...database,
    runCommand: runHere,
    get config() {
      return config()
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

async function exitCodeOf(
  { complain }: Pick<Terminal, 'complain'>,
  dataDir: () => string,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    complain(`lodgepole: ${errorMessage(error, dataDir())}`)
    return error instanceof Misuse ? misuseCode : 1
  }
}
