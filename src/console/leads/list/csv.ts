/** Rows as RFC 4180 has them, in a form that spreadsheets read. Pure. */

/** Says to spreadsheets that it is UTF-8. */
const mark = '\uFEFF'

/**
 * Positions where a formula would start: in a cell, or behind a character that some spreadsheet
 * takes for a separator of cells or lines. Quotes do not keep one whose separator is not the comma
 * from cutting a cell up.
 */
const formula = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠]|[\t\r])/g
const number = /^-?\d+(\.\d+)?$/

/** Digits that a spreadsheet would change: it drops leading zeros, and rounds after 15 digits. */
const code = /^(0\d+|\d{16,})$/

/** Separator and decimal sign that spreadsheets of a language expect. */
export interface CsvForm {
  separator: ',' | ';'
  decimal: '.' | ','
}

/** Returns the form for a locale: where the comma is the decimal sign, cells end at semicolons. */
export function csvFormOf(locale: string): CsvForm {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  const hasComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  return hasComma ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }
}

export function csvOf(
  rows: readonly (readonly (string | null)[])[],
  form: CsvForm = { separator: ',', decimal: '.' },
): string {
  const lineOf = (row: readonly (string | null)[]) =>
    row.map(value => cellOf(value, form)).join(form.separator)
  return mark + rows.map(row => `${lineOf(row)}\r\n`).join('')
}

/**
 * Returns a cell; an apostrophe turns a formula into text. The one formula that is
 * let in is `="00123"`, made of digits alone, which keeps them as they are.
 */
function cellOf(value: string | null, { decimal }: CsvForm): string {
  const text = value ?? ''
  if (code.test(text)) return `"=""${text}"""`
  const safe = number.test(text) ? text.replace('.', decimal) : text.replaceAll(formula, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
