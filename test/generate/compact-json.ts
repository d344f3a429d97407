/** Formats JSON for review: a value that fits into 100 columns is on one line. */
export function compactJson(value: unknown): string {
  return `${print(value, '', 0)}\n`
}

const columns = 100

/**
 * Prints a value.
 *
 * @param before number of columns before the value in its line, and of the comma after it
 */
function print(value: unknown, indent: string, before: number): string {
  const line = oneLine(value)
  if (typeof value !== 'object' || value === null) return line
  if (indent.length + before + line.length < columns) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map(item => print(item, inner, 0))
    : Object.entries(value).map(([key, item]) => {
        const name = `${JSON.stringify(key)}: `
        return name + print(item, inner, name.length)
      })
  if (Array.isArray(value) && value.every(isPlain)) return fillLines(items, indent)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.map(item => inner + item).join(',\n')}\n${indent}${close}`
}

/** Prints items, as many on a line as fit. */
function fillLines(items: string[], indent: string): string {
  const lines: string[] = []
  for (const item of items) {
    const longer = `${lines.at(-1)}, ${item}`
    const fits = lines.length > 0 && indent.length + 3 + longer.length <= columns
    lines.splice(fits ? -1 : lines.length, 1, fits ? longer : item)
  }
  return `[\n${lines.map(line => `${indent}  ${line}`).join(',\n')}\n${indent}]`
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Prints JSON on one line, with spaces inside braces. */
export function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
