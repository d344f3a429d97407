/** Tables of plain text. */

type Cell = string | number | Date | null | undefined

/** Formats a table with a header, columns separated by two blanks; a missing value is a hyphen. */
export function formatTable(header: string[], rows: Cell[][]): string {
  const lines = [header, ...rows.map(row => row.map(formatCell))]
  const widths = header.map((_, column) => Math.max(...lines.map(line => line[column]!.length)))
  return lines
    .map(line => line.map((text, column) => text.padEnd(widths[column]!)).join('  '))
    .map(line => line.trimEnd())
    .join('\n')
}

/** Formats the properties of one object, one a line. */
export function formatProperties(properties: [name: string, value: Cell][]): string {
  const width = Math.max(...properties.map(([name]) => name.length))
  return properties
    .map(([name, value]) => `${name.padEnd(width)}  ${formatCell(value)}`.trimEnd())
    .join('\n')
}

function formatCell(value: Cell): string {
  if (value === null || value === undefined || value === '') return '-'
  return value instanceof Date ? value.toISOString() : String(value)
}
