/** Command line with options and help: docs/reference/commands.md. */
import { Command, CommanderError, Help, type Option } from '@commander-js/extra-typings'
import { addAgencyCommands } from './agency/agencies.ts'
import { addEmployeeCommands } from './agency/employees.ts'
import { addGrantCommands } from './agency/grants.ts'
import { addGuestCommands } from './agency/guests.ts'
import { addKeyCommands } from './agency/keys.ts'
import { addPartnerCommands } from './agency/partners.ts'
import { addSecurityCommands } from './agency/security.ts'
import { addWebhookCommands } from './agency/webhooks.ts'
import type { Declare, Select, Selected, Terminal } from './command.ts'
import { addInitCommand } from './init/init.ts'
import { addBackupCommands } from './server/backups.ts'
import { addDistributionCommands } from './server/cluster.ts'
import { addDoctorCommands } from './server/doctor.ts'
import { addSecretCommands } from './server/secrets.ts'
import { addServerCommands } from './server/servers.ts'

const declarations: Declare[] = [
  addInitCommand,
  addServerCommands,
  addDoctorCommands,
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
  addWebhookCommands,
]

export const misuseCode = 2

/**
 * Parses the arguments of a command. Prints help to standard output, and errors to standard error.
 *
 * @returns the command, or the exit code if there is nothing to run
 */
export function parseCommand(args: string[], terminal: Omit<Terminal, 'input'>): Selected | number {
  let selected: Selected | undefined
  let isJson = false
  const select: Select = (run, needs = {}) => {
    const { database = 'existing', settings = 'valid', settingsFile = 'standard' } = needs
    const { ownProcess = false, readsInput = false, prompt = null } = needs
    const { envFile } = program.opts() as { envFile?: string }
    const required = { database, settings, settingsFile, ownProcess, readsInput, prompt }
    selected = { run, ...required, envFile, isJson }
  }
  const program = openProgram(terminal, select, () => (isJson = true))
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : misuseCode
    throw error
  }
  return selected ?? misuseCode
}

/** Commands that run until they are stopped, or report progress: they have no single result. */
const withoutResult = new Set(['serve', 'work', 'demo'])

const helpColumns = 100

function openProgram(
  { print, complain }: Pick<Terminal, 'print' | 'complain'>,
  select: Select,
  selectJson: () => void,
): Command {
  const program = new Command('lodgepole')
    .description('Run and administer a Lodgepole server')
    .exitOverride()
    .configureOutput({
      writeOut: text => print(text.trimEnd()),
      writeErr: text => complain(text.trimEnd()),
      outputError: (text, write) => write(text.replace(/^error: /, 'lodgepole: ')),
      getOutHelpWidth: () => helpColumns,
      getErrHelpWidth: () => helpColumns,
    })
    .configureHelp({ visibleCommands, subcommandTerm, optionDescription })
    .option('--env-file <file>', "the settings file; '' for none")
    .helpOption('-h, --help', 'show the help of a command')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      '\nSettings are environment variables, or lines of a file: docs/reference/settings.md.',
    )
  for (const declare of declarations) declare(program, select)
  addHelpHint(program)
  for (const command of listLeaves(program)) addJsonOption(command, selectJson)
  return program
}

/** Lines of the help: the list of commands, and arguments and options of each command. */
export interface CommandHelp {
  list: string
  commands: { usage: string; terms: string[] }[]
}

/** Returns the help of all commands, for their reference. */
export function commandHelp(): CommandHelp {
  const ignore = () => {}
  const program = openProgram({ print: ignore, complain: ignore }, ignore, ignore)
  const [, list = ''] = /\nCommands:\n([\s\S]*?\n)(?:\n|$)/.exec(program.helpInformation()) ?? []
  const commands = listLeaves(program).map(command => {
    const help = command.helpInformation()
    // A term is followed by the further lines of its description.
    const terms = help.match(/^ {2}(?=[-<[\w])(?!--json|-h,).*(?:\n {3,}.*)*/gm) ?? []
    return { usage: subcommandTerm(command), terms: [...terms] }
  })
  return { list, commands }
}

/** Adds --json to a command with a result. */
function addJsonOption(command: Command, selectJson: () => void): void {
  if (withoutResult.has(command.name())) return
  command.option('--json', 'print the result as JSON').on('option:json', selectJson)
}

/** Lists all commands in the help of the program, and subcommands in that of a command. */
function visibleCommands(command: Command): Command[] {
  const subcommands = command.commands as unknown as Command[]
  return command.parent === null ? subcommands.flatMap(listLeaves) : subcommands
}

function listLeaves(command: Command): Command[] {
  const subcommands = command.commands as unknown as Command[]
  return subcommands.length === 0 ? [command] : subcommands.flatMap(listLeaves)
}

function subcommandTerm(command: Command): string {
  const args = command.registeredArguments.map(argument =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  return [commandPath(command).slice(1).join(' '), ...args].join(' ')
}

function optionDescription(option: Option): string {
  const description = Help.prototype.optionDescription(option)
  return option.mandatory ? `${description} (required)` : description
}

function commandPath(command: Command): string[] {
  const parent = command.parent as Command | null
  return [...(parent === null ? [] : commandPath(parent)), command.name()]
}

/** Adds the help command to errors about arguments. */
function addHelpHint(command: Command): void {
  command.showHelpAfterError(`Run: ${commandPath(command).join(' ')} --help`)
  for (const subcommand of command.commands) addHelpHint(subcommand as unknown as Command)
}
