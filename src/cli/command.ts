/** Declaration of commands, and their session. */
import type { Readable, Writable } from 'node:stream'
import type { Command } from '@commander-js/extra-typings'
import type { SettingsSource } from '../config/settings-file.ts'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import type { Tables } from '../rental/tables.ts'
import type { RunCommand } from '../server/start-workers.ts'

export interface Terminal {
  print(text: string): void
  /** Writes to standard error. */
  complain(text: string): void
  input: Readable
  /** Stream for questions to a user at a terminal; undefined: the input is not a terminal. */
  prompts?: Writable | undefined
}

/** Streams, settings and database of a command. */
export interface CommandSession extends Terminal {
  /** Settings, read on first use. */
  readonly config: Config
  /** Origin of the settings, for commands that read none. */
  readonly source: SettingsSource
  /** True: a database exists, or is a PostgreSQL server, which is not checked. */
  readonly hasDatabase: boolean
  /** True: the process of a server runs the command. */
  readonly isServer: boolean
  /** Runs a command for another process, on the database that this process has open. */
  readonly runCommand: RunCommand
  /** Opens the configured database for some work, and closes it afterwards. */
  withDatabase(use: (database: Database<Tables>) => Promise<void>): Promise<void>
  /** Sets the result of the command: it prints the text, or with --json the value as JSON. */
  report(value: object, text: string): void
}

interface Needs {
  /**
   * Requirement of the configured database: it must exist, is created if missing, may be missing,
   * or is not used.
   */
  database?: 'existing' | 'created' | 'optional' | 'unused'
  /**
   * Requirement of the settings: they must be valid, the command reports invalid ones itself, or
   * they are not used.
   */
  settings?: 'valid' | 'checked' | 'unused'
  /**
   * Settings file that is read: the named or a standard one, only a named one, or none, because the
   * command reads it itself.
   */
  settingsFile?: 'standard' | 'named' | 'unused'
  /** True: the command always runs in its own process. */
  ownProcess?: boolean
  readsInput?: boolean
  /** Question on standard error; the input of the command is the line that the user types. */
  prompt?: string | null
}

export interface Selected extends Required<Needs> {
  /** True with the option --json. */
  isJson: boolean
  /** Value of `--env-file`. */
  envFile: string | undefined
  run(session: CommandSession): Promise<void>
}

/** Registers the work of a parsed command. */
export type Select = (run: Selected['run'], needs?: Needs) => void

export type Declare = (program: Command, select: Select) => void

/** Error of invalid arguments that is found while the command runs; the exit code is 2. */
export class Misuse extends Error {}
