import { commandHelp } from '../../../src/cli/program.ts'

/** Returns the list of commands, and the arguments and options of each. */
export function commandsTable(): string {
  const { list, commands } = commandHelp()
  const sections = commands
    .filter(({ terms }) => terms.length > 0)
    .map(({ usage, terms }) => [`lodgepole ${usage}`, ...terms].join('\n'))
  return `\`\`\`\n${list}\`\`\`

Arguments and options of each command, if it has any besides \`--help\` and \`--json\`:

\`\`\`
${sections.join('\n\n')}
\`\`\`
`
}
