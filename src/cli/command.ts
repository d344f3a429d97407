/** Declaration of commands, and the session that they run with. */
import type { Readable } from 'node:stream'
import type { Command } from '@commander-js/extra-typings'
import type { Config } from '../config.ts'
import type { Database } from '../platform/db/database.ts'
import type { RunCommand } from '../process/start-work.ts'
import type { Tables } from '../rental/tables.ts'

/** The streams of a command. */
export interface Terminal {
  print(text: string): void
  /** Writes to standard error. */
  complain(text: string): void
  input: Readable
}

/** The streams, settings and database that a command runs with. */
export interface Session extends Terminal {
  /** The settings, read when first used. */
  readonly config: Config
  /** Whether there is a database; of a PostgreSQL server that is not known before it is asked. */
  readonly hasDatabase: boolean
  /** Runs a command for another process, on the database that this process has open. */
  readonly runCommand: RunCommand
  /** Opens the database of the settings for the given work, and closes it afterwards. */
  withDatabase(use: (database: Database<Tables>) => Promise<void>): Promise<void>
}

interface Needs {
  /**
   * The database of the settings: it has to exist, is created if it is missing, may be missing, or
   * is not used.
   */
  database?: 'existing' | 'created' | 'optional' | 'unused'
  /** Whether the command runs in its own process even while a server has the database open. */
  ownProcess?: boolean
  /** Whether the command reads its input. */
  readsInput?: boolean
}

/** A command whose arguments are valid, ready to run. */
export interface Selected extends Required<Needs> {
  run(session: Session): Promise<void>
}

/** Called by the action of a command with what it does. */
export type Select = (run: Selected['run'], needs?: Needs) => void

/** Declares commands below the given one. */
export type Declare = (program: Command, select: Select) => void

/** Wrong arguments that are found only while the command runs; the exit code is 2. */
export class Misuse extends Error {}
