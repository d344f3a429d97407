/** The format of docs/decisions, and valid references to its records. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { none, root } from './sources.ts'

const sections = ['Context', 'Decision', 'Consequences', 'Measurement']
const records = globSync('docs/decisions/[0-9]*.md', { cwd: root })
  .sort()
  .map(path => ({ name: basename(path, '.md'), text: readFileSync(join(root, path), 'utf8') }))

const readers = ['*.md', '{docs,src,test,prove,bench}/**/*.{ts,tsx,md,graphql}']
const reference = /\b(?:decisions\/|\()(\d{4}-[a-z0-9-]+)\.md/g

describe('docs/decisions', () => {
  it('have a number of their own and a title that begins with it', () => {
    const numbers = records.map(({ name }) => name.slice(0, 4))
    assert.deepEqual(numbers, [...new Set(numbers)])
    none(
      records
        .filter(({ name, text }) => !new RegExp(`^# ${name.slice(0, 4)}: (iCal|[A-Z])`).test(text))
        .map(({ name }) => name),
    )
  })

  it('stand in the list of all numbers, which leads to one for each merged number', () => {
    const text = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
    const rows = [...text.matchAll(/^\| (\d{4}) \| (.*) \| (.*)\|$/gm)]
    const numbers = rows.map(([, number]) => number!)
    assert.deepEqual(numbers, [...new Set(numbers)].sort(), 'each number once, in order')
    const linked = rows.flatMap(([, number, title]) => {
      const [, name] = /\]\((.*)\.md\)/.exec(title!) ?? []
      return name?.startsWith(number!) ? [name] : []
    })
    assert.deepEqual(
      linked,
      records.map(({ name }) => name),
    )
    const unlinked = rows.filter(
      ([, , title, part]) => !/\.md\)|^not used$/.test(title! + part!.trim()),
    )
    none(unlinked.map(([, number]) => number))
  })

  it('have a context and a decision, then consequences and a measurement', () => {
    const misplaced = records.filter(({ text }) => {
      const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title!)
      const expected = sections.filter(title => titles.includes(title))
      return titles.join() !== expected.join() || !text.includes('\n## Context\n\n')
    })
    none(misplaced.map(({ name }) => name))
  })

  it('are there wherever a text refers to one', () => {
    const names = new Set(records.map(({ name }) => name))
    const files = readers
      .flatMap(pattern => globSync(pattern, { cwd: root }))
      .filter(path => !path.includes('node_modules'))
    const broken = files.flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(reference)]
        .filter(([, name]) => !names.has(name!))
        .map(([, name]) => `${path}: ${name}`),
    )
    none(broken)
    assert.ok(files.length > 1000, 'files are recognised')
  })
})
