/** All commands, with their options and help: docs/operating.md. */
import { Command, CommanderError, Help, type Option } from '@commander-js/extra-typings'
import { addAgencyCommands } from './agency/agencies.ts'
import { addEmployeeCommands } from './agency/employees.ts'
import { addGrantCommands } from './agency/grants.ts'
import { addGuestCommands } from './agency/guests.ts'
import { addKeyCommands } from './agency/keys.ts'
import { addPartnerCommands } from './agency/partners.ts'
import { addSecurityCommands } from './agency/security.ts'
import type { Declare, Select, Selected, Terminal } from './command.ts'
import { addBackupCommands } from './server/backups.ts'
import { addDistributionCommands } from './server/distribution.ts'
import { addSecretCommands } from './server/secrets.ts'
import { addServerCommands } from './server/servers.ts'

const declarations: Declare[] = [
  addServerCommands,
  addDistributionCommands,
  addBackupCommands,
  addSecretCommands,
  addAgencyCommands,
  addKeyCommands,
  addEmployeeCommands,
  addSecurityCommands,
  addGuestCommands,
  addPartnerCommands,
  addGrantCommands,
]

/** The exit code for wrong arguments. */
export const misuseCode = 2

/**
 * Parses the arguments of a command. Help goes to standard output, and what is wrong to standard
 * error.
 *
 * @returns the command, or the exit code where nothing is left to be done
 */
export function parseCommand(args: string[], terminal: Omit<Terminal, 'input'>): Selected | number {
  let selected: Selected | undefined
  const program = openProgram(terminal, (run, needs = {}) => {
    const { database = 'existing', ownProcess = false, readsInput = false } = needs
    selected = { run, database, ownProcess, readsInput }
  })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misuseCode
    throw error
  }
  return selected ?? misuseCode
}

const columns = 100

function openProgram(
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
  select: Select,
): Command {
  const program = new Command('lodgepole')
    .description('Run and administer a Lodgepole server')
    .exitOverride()
    .configureOutput({
      writeOut: text => print(text.trimEnd()),
      writeErr: text => complain(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, 'lodgepole: ')),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    })
    .configureHelp({ visibleCommands, subcommandTerm, optionDescription })
    .helpOption('-h, --help', 'show the help of a command')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', '\nSettings are environment variables: docs/operating.md lists them.')
  for (const declare of declarations) declare(program, select)
  nameHelp(program)
  return program
}

/** Lists all commands in the help of the program, and below each other command its own. */
function visibleCommands(command: Command): Command[] {
  const own = command.commands as unknown as Command[]
  return command.parent === null ? own.flatMap(leavesOf) : own
}

function leavesOf(command: Command): Command[] {
  const own = command.commands as unknown as Command[]
  return own.length === 0 ? [command] : own.flatMap(leavesOf)
}

function subcommandTerm(command: Command): string {
  const args = command.registeredArguments.map(argument =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  return [pathOf(command).slice(1).join(' '), ...args].join(' ')
}

function optionDescription(option: Option): string {
  const text = Help.prototype.optionDescription(option)
  return option.mandatory ? `${text} (required)` : text
}

function pathOf(command: Command): string[] {
  const parent = command.parent as Command | null
  return [...(parent === null ? [] : pathOf(parent)), command.name()]
}

/** Ends each error about arguments with the command that shows what is allowed. */
function nameHelp(command: Command): void {
  command.showHelpAfterError(`Run: ${pathOf(command).join(' ')} --help`)
  for (const one of command.commands) nameHelp(one as unknown as Command)
}
