/** Plain English and standard terms, checked: docs/glossary.md and STYLE.md, "Names", "Comments". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { none } from './sources.ts'
import { contractTexts } from './vocabulary/contract-texts.ts'
import { inNames, nowhere } from './vocabulary/glossary.ts'
import { listedFiles, rules } from './vocabulary/lists.ts'
import { avoidedNames, gerunds } from './vocabulary/names.ts'
import { badOpening, badWords, commentOpenings, commentPronouns } from './vocabulary/rules.ts'
import { fragmentsOf } from './vocabulary/source-texts.ts'
import { faultsOf, groups } from './vocabulary/user-texts.ts'

/** Groups of texts that are not reworded yet. */
const notYet = ['openapi', 'errors', 'mails', 'console']

describe('texts that users read', () => {
  for (const [name, textsOf] of Object.entries(groups)) {
    it(`${name}: standard terms, an actor, and descriptions that begin with a noun or verb`, t => {
      const texts = textsOf()
      assert.ok(texts.length > 0, 'texts are recognised')
      const faults = faultsOf(texts)
      if (!notYet.includes(name)) return none(faults)
      t.diagnostic(`${name}: ${faults.length} faults left in ${texts.length} texts`)
      assert.notEqual(faults.length, 0, `${name} is clean: remove it from notYet`)
    })
  }
})

describe('names and comments of the sources', () => {
  for (const [name, { title, faults }] of Object.entries(rules)) {
    it(`${title}, but for files of vocabulary/${name}.txt, which can only shrink`, () => {
      const broken = faults()
      const listed = listedFiles(name)
      assert.deepEqual(listed, [...new Set(listed)], 'a file is listed once')
      const isListed = new Set(listed)
      none([...broken].filter(([file]) => !isListed.has(file)))
      const remedied = listed.filter(file => !broken.has(file))
      assert.deepEqual(remedied, [], 'run node test/tidy/vocabulary/shrink.ts')
    })
  }
})

describe('the guard of words', () => {
  it('reads the glossary and the contract', () => {
    assert.ok(nowhere.length > 60, 'terms are parsed')
    assert.ok(inNames.length > nowhere.length + 60, 'names are parsed')
    assert.ok(contractTexts.includes('Wrong enum value, allowed values are: A, B, C'))
  })

  it('finds terms, pronouns and openings, and leaves code alone', () => {
    assert.deepEqual(badWords('A kept\nanswer, sent again'), [
      '"kept answer" → response cache, cached response',
    ])
    assert.deepEqual(badWords('Marked as done by whom it concerns'), ['"whom" → name the actor'])
    assert.deepEqual(badWords('Set `patience` or [see](made-anew.md)'), [])
    assert.deepEqual(badOpening('Whether it is active.'), ['opens with "Whether"'])
    assert.deepEqual(badOpening('How to begin'), [])
    assert.deepEqual(badOpening('Offset of the page.'), [])
  })

  it('reads comments, strings that are joined, and names of a source', () => {
    const text = [
      '/** Whether a lead is booked by somebody. */',
      'export function keptAnswerOf() {}',
      "export const limitReached = 'a kept ' +",
      "  'answer' // Which one",
      'export function sendingOf(pending = /["/]/) {}',
    ].join('\n')
    const source = { path: 'src/sendings/sending.ts', text, imports: [] }
    assert.deepEqual(commentOpenings(source), [
      'line 1 opens with "Whether"',
      'line 4 opens with "Which"',
    ])
    assert.deepEqual(commentPronouns(source), ['line 1: "somebody"'])
    assert.equal(fragmentsOf(text).find(({ kind }) => kind === 'string')?.text, 'a kept answer')
    const named = avoidedNames(source).map(fault => fault.split(' → ')[0])
    assert.deepEqual(named, [
      '"sending": sending',
      '"keptAnswerOf": kept answer(s)',
      '"keptAnswerOf": kept',
      '"keptAnswerOf": answer',
      '"sendingOf": sending',
    ])
    assert.deepEqual(gerunds(source), ['"sending"', '"sendingOf"'])
  })
})
