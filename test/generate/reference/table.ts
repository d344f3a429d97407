/** Returns a Markdown table. */
export function markdownTable(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `|${cells.map(cell => (cell ? ` ${cell} |` : ' |')).join('')}\n`
  return [line(header), `|${'---|'.repeat(header.length)}\n`, ...rows.map(line)].join('')
}

export const code = (text: string | number | boolean): string => `\`${text}\``
