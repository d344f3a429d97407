/** Rows as RFC 4180 has them, in a form that spreadsheets read. Pure. */

/** Says to spreadsheets that it is UTF-8. */
const mark = '\uFEFF'

/**
 * Where a formula would start: in a cell, or behind what some spreadsheet takes for a separator of
 * cells or lines. Quotes do not keep one whose separator is not the comma from cutting a cell up.
 */
const formula = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠]|[\t\r])/g
const number = /^-?\d+(\.\d+)?$/

export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return mark + rows.map(row => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** Returns a cell; an apostrophe makes text of a formula, whoever wrote it. */
function cellOf(value: string | null): string {
  const text = value ?? ''
  const safe = number.test(text) ? text : text.replaceAll(formula, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
