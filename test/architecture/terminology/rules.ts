/** Rules for sentences: their openings, and terms to avoid. */
import type { Source } from '../sources.ts'
import { nowhere } from './glossary.ts'
import { parseFragments } from './source-texts.ts'

/** Openings of a comment on a function or a type: neither a verb nor a noun. */
const docOpening =
  /^(What|Who|Whom|Whoever|Whose|Where|Which|Whether|Those|That|Of|By|How|As|For how)\b/
/** Openings of a description that a user reads, and of other comments. */
const textOpening = /^(What|Who|Whom|Whoever|Whose|Where|Which|Whether|Those|Of|How)\b(?! to\b)/
/** A later sentence whose subject is a free relative clause: "Who is signed in sees …". */
const relativeSentence = /(?<=[.!] )(What|Whoever|Who|Whom|Those who|Those that)\b[^.?]*(?=\.|$)/g
const pronoun = /\b(somebody|nobody|anybody|everybody|whoever|whomever|whom)\b/gi

/** Returns the fault of a description's opening, if any. */
export function findBadOpening(text: string): string[] {
  const opening = textOpening.exec(text.trim())?.[1]
  return opening === undefined ? [] : [`opens with "${opening}"`]
}

/** Returns pronouns without an actor and avoided terms of a sentence. */
export function findBadTerms(text: string): string[] {
  const prose = withoutCode(text)
  const pronouns = prose.match(pronoun) ?? []
  const terms = nowhere.flatMap(({ pattern, standard }) =>
    (prose.match(pattern) ?? []).map(match => `"${match}" → ${standard}`),
  )
  const relative = prose.match(relativeSentence) ?? []
  return [
    ...pronouns.map(word => `"${word}" → name the actor`),
    ...relative.map(sentence => `"${sentence.slice(0, 30)}…" → begin with the subject`),
    ...terms,
  ]
}

/** Removes code, addresses and tags from a text. */
function withoutCode(text: string): string {
  return text
    .replace(/`[^`]*`/g, '`')
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\s+/g, ' ')
}

const listComments = (source: Source) =>
  parseFragments(source.text).filter(({ kind }) => kind !== 'string' && source.text !== '')

/** Returns comments of a file that open with neither a verb nor a noun. */
export function commentOpenings(source: Source): string[] {
  return listComments(source).flatMap(({ kind, text, line }) => {
    const opening = kind === 'doc' ? docOpening.exec(text)?.[1] : undefined
    const bad = opening === undefined ? findBadOpening(text) : [`opens with "${opening}"`]
    return bad.map(fault => `line ${line} ${fault}`)
  })
}

/** Returns pronouns without an actor in comments of a file. */
export function commentPronouns(source: Source): string[] {
  return listComments(source).flatMap(({ text, line }) =>
    (withoutCode(text).match(pronoun) ?? []).map(word => `line ${line}: "${word}"`),
  )
}

/** Returns avoided terms in comments of a file. */
export function commentTerms(source: Source): string[] {
  return listComments(source).flatMap(({ text, line }) =>
    nowhere.flatMap(({ pattern, standard }) =>
      (withoutCode(text).match(pattern) ?? []).map(
        match => `line ${line}: "${match}" → ${standard}`,
      ),
    ),
  )
}
