/** Rows as RFC 4180 has them, in a form that spreadsheets read. Pure. */

/** Says to spreadsheets that it is UTF-8. */
const mark = '\uFEFF'

/** What a spreadsheet would take for a formula is text, whoever wrote it. */
const formula = /^[=+\-@\t\r]/
const number = /^-?\d+(\.\d+)?$/

export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return mark + rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | null): string {
  const text = value ?? ''
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
