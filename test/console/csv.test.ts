/** The list of leads as a file: no spreadsheet finds a formula in what guests have written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { csvFormOf, csvOf } from '../../src/console/leads/list/csv.ts'

/** Reads a file as a spreadsheet does whose lists are separated by some of these characters. */
function cellsOf(text: string, separators: string): string[][] {
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

describe('csvOf', () => {
  const text = csvOf(guests.map(name => ['Cabin', name, 'eve@example.org']))
  for (const separators of [',', ';', '\t', ',;\t', '']) {
    it(`gives no formula where lists are separated by ${JSON.stringify(separators)}`, () => {
      const cells = cellsOf(text.slice(1), separators).flat()
      const formulas = cells.filter(cell => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))
      assert.deepEqual(formulas, [])
    })
  }

  it('leaves numbers numbers, and text as it is but for what it quotes', () => {
    const row = ['-12.50', '12', '-7', 'Eve, "the" guest', 'a;b', 'x-y=z', "'=1", null]
    const line = '-12.50,12,-7,"Eve, ""the"" guest","a;b",x-y=z,\'=1,\r\n'
    assert.equal(csvOf([row]), `\uFEFF${line}`)
    assert.deepEqual(
      cellsOf(csvOf([row]).slice(1), ',')[0],
      row.map(cell => cell ?? ''),
    )
  })
})

describe('csvOf for spreadsheets of a language', () => {
  it('separates by semicolons and writes a decimal comma where the language has one', () => {
    for (const [locale, separator, decimal] of [
      ['de-AT', ';', ','],
      ['fr', ';', ','],
      ['es-ES', ';', ','],
      ['en-US', ',', '.'],
      ['es-MX', ',', '.'],
      ['de-CH', ',', '.'],
    ] as const) {
      assert.deepEqual(csvFormOf(locale), { separator, decimal }, locale)
    }
    const row = ['Eve, A', 'Eve; B', '1234', '-3.25', 'v1.2', null]
    const line = '"Eve, A";"Eve; B";1234;"-3,25";v1.2;\r\n'
    assert.equal(csvOf([row], csvFormOf('de')), `\uFEFF${line}`)
  })

  it('keeps leading zeros, and more digits than a number holds; nothing else is a formula', () => {
    const text = csvOf([['00123', '1234567890123456', '0', '0.50', '="00123"', '00123+1']])
    const cells = '"=""00123""","=""1234567890123456""",0,0.50,"\'=""00123""",00123+1'
    assert.equal(text, `\uFEFF${cells}\r\n`)
    const read = cellsOf(text.slice(1), ',')[0]!
    assert.deepEqual(read.slice(0, 2), ['="00123"', '="1234567890123456"'])
  })
})
