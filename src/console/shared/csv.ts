/** CSV according to RFC 4180, in a form that spreadsheets read. */

/** Byte order mark, by which spreadsheets detect UTF-8. */
const byteOrderMark = '\uFEFF'

/**
 * Positions where a formula would start: at the start of a cell, or after a character that some
 * spreadsheets treat as a separator. Quoting does not prevent a spreadsheet with another separator
 * from splitting a cell.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠]|[\t\r])/g
const plainNumber = /^-?\d+(\.\d+)?$/

/** Digits that a spreadsheet would change: it drops leading zeros, and rounds after 15 digits. */
const unsafeDigits = /^(0\d+|\d{16,})$/

/** Separator and decimal sign that spreadsheets of a language expect. */
export interface CsvFormat {
  separator: ',' | ';'
  decimal: '.' | ','
}

/** Returns the form for a locale: where the comma is the decimal sign, cells end at semicolons. */
export function csvFormat(locale: string): CsvFormat {
  const formatted = new Intl.NumberFormat(locale).formatToParts(1.5)
  const hasComma = formatted.some(({ type, value }) => type === 'decimal' && value === ',')
  return hasComma ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }
}

export function formatCsv(
  rows: readonly (readonly (string | null)[])[],
  format: CsvFormat = { separator: ',', decimal: '.' },
): string {
  const formatLine = (row: readonly (string | null)[]) =>
    row.map(value => formatCell(value, format)).join(format.separator)
  return byteOrderMark + rows.map(row => `${formatLine(row)}\r\n`).join('')
}

/**
 * Formats a cell; an apostrophe turns a formula into text. The only formula allowed is `="00123"`
 * with digits alone, which preserves them.
 */
function formatCell(value: string | null, { decimal }: CsvFormat): string {
  const text = value ?? ''
  if (unsafeDigits.test(text)) return `"=""${text}"""`
  const escaped = plainNumber.test(text)
    ? text.replace('.', decimal)
    : text.replaceAll(formulaStart, "'")
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
