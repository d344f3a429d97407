/** Export of leads as CSV: no spreadsheet finds a formula in texts of guests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvFormat, formatCsv } from '../../src/console/shared/csv.ts'

/** Parses a file as a spreadsheet does with one of these list separators. */
function parseCells(text: string, separators: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell)
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!
    if (isQuoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') cell += text[++i]
      else isQuoted = false
    } else if (c === '"' && cell === '') isQuoted = true
    else if (separators.includes(c)) endCell()
    else if (c === '\n' || c === '\r') {
      endCell()
      rows.push([])
    } else cell += c
  }
  return rows
}

const guests = [
  ...['=1+1', 'Eve;=cmd|/c calc!A0', 'Eve;=HYPERLINK(A1)', 'Eve\t=1+1', ' =1+1', '＝1+1'],
  ...['+1', '-1+1', '@A1', '\t=1', '\r=1', 'Eve\n=1', 'Eve\r\n=1', 'Eve; =1', 'Eve;\t@A1'],
  ...['Eve;"=1', '"=1', 'Eve;";=1', ';;=1', 'Eve;"\n"=1', 'a,"=1', 'a\r=1', ';-2', '-1;-2'],
]

describe('formatCsv', () => {
  const text = formatCsv(guests.map(name => ['Cabin', name, 'eve@example.org']))
  for (const separators of [',', ';', '\t', ',;\t', '']) {
    it(`contains no formula if lists are separated by ${JSON.stringify(separators)}`, () => {
      const cells = parseCells(text.slice(1), separators).flat()
      const formulas = cells.filter(cell => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))
      assert.deepEqual(formulas, [])
    })
  }

  it('leaves numbers and texts unchanged apart from quoting', () => {
    const row = ['-12.50', '12', '-7', 'Eve, "the" guest', 'a;b', 'x-y=z', "'=1", null]
    const line = '-12.50,12,-7,"Eve, ""the"" guest","a;b",x-y=z,\'=1,\r\n'
    assert.equal(formatCsv([row]), `\uFEFF${line}`)
    assert.deepEqual(
      parseCells(formatCsv([row]).slice(1), ',')[0],
      row.map(cell => cell ?? ''),
    )
  })
})

describe('formatCsv for spreadsheets of a language', () => {
  it('uses semicolons and a decimal comma in languages that have one', () => {
    for (const [locale, separator, decimal] of [
      ['de-AT', ';', ','],
      ['fr', ';', ','],
      ['es-ES', ';', ','],
      ['en-US', ',', '.'],
      ['es-MX', ',', '.'],
      ['de-CH', ',', '.'],
    ] as const) {
      assert.deepEqual(csvFormat(locale), { separator, decimal }, locale)
    }
    const row = ['Eve, A', 'Eve; B', '1234', '-3.25', 'v1.2', null]
    const line = '"Eve, A";"Eve; B";1234;"-3,25";v1.2;\r\n'
    assert.equal(formatCsv([row], csvFormat('de')), `\uFEFF${line}`)
  })

  it('retains leading zeros and long digits by the only formula that it writes', () => {
    const text = formatCsv([['00123', '1234567890123456', '0', '0.50', '="00123"', '00123+1']])
    const cells = '"=""00123""","=""1234567890123456""",0,0.50,"\'=""00123""",00123+1'
    assert.equal(text, `\uFEFF${cells}\r\n`)
    const read = parseCells(text.slice(1), ',')[0]!
    assert.deepEqual(read.slice(0, 2), ['="00123"', '="1234567890123456"'])
  })
})
