/** Plain English and standard terms, checked: docs/glossary.md and STYLE.md, "Names", "Comments". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { none } from './sources.ts'
import { contractTexts } from './terminology/contract-texts.ts'
import { inNames, nowhere } from './terminology/glossary.ts'
import { avoidedNames, gerunds } from './terminology/names.ts'
import {
  commentOpenings,
  commentPronouns,
  findBadOpening,
  findBadTerms,
} from './terminology/rules.ts'
import { sourceRules } from './terminology/source-rules.ts'
import { parseFragments } from './terminology/source-texts.ts'
import { groups, listFaults } from './terminology/user-texts.ts'

describe('texts that users read', () => {
  for (const [name, listTexts] of Object.entries(groups)) {
    it(`${name}: standard terms, an actor, and descriptions that begin with a noun or verb`, () => {
      const texts = listTexts()
      assert.ok(texts.length > 0, 'texts are recognised')
      none(listFaults(texts))
    })
  }
})

describe('names and comments of the sources', () => {
  for (const { title, faults } of sourceRules) {
    it(title, () => none([...faults()]))
  }
})

describe('the guard of words', () => {
  it('reads the glossary and the contract', () => {
    assert.ok(nowhere.length > 60, 'terms are parsed')
    assert.ok(inNames.length > nowhere.length + 60, 'names are parsed')
    assert.ok(contractTexts.includes('Wrong enum value, allowed values are: A, B, C'))
  })

  it('finds terms, pronouns and openings, and leaves code alone', () => {
    assert.deepEqual(findBadTerms('A kept\nanswer, sent again'), [
      '"kept answer" → response cache, cached response',
    ])
    assert.deepEqual(findBadTerms('Marked as done by whom it concerns'), [
      '"whom" → name the actor',
    ])
    assert.deepEqual(findBadTerms('Set `patience` or [see](made-anew.md)'), [])
    assert.deepEqual(findBadOpening('Whether it is active.'), ['opens with "Whether"'])
    assert.deepEqual(findBadOpening('How to begin'), [])
    assert.deepEqual(findBadOpening('Offset of the page.'), [])
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
    assert.equal(parseFragments(text).find(({ kind }) => kind === 'string')?.text, 'a kept answer')
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
