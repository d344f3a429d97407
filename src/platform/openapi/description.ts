import type { Route } from '../rest/route.ts'
import { existsIn } from '../rest/version.ts'
import { operationIdOf } from './operation-id.ts'

/** What a key means that a PUT leaves out, where it says the whole. */
export const whole = 'What is left out returns to its default.'

/** What a key means that a change leaves out, where it says a part. */
export const merged = 'What is left out stays as it is; null clears what may be empty.'

/** How the operations of a scope are spoken of. */
export interface Wording {
  /** Nouns of its paths that are not spelt as their words, `pincodes` as `pin-codes`. */
  spelt?: Readonly<Record<string, string>>
  /** Who the kinds of callers are, `agencies`. */
  callers: Readonly<Record<string, string>>
  /** What operations do beyond their summary, by operation id. */
  says?: Readonly<Record<string, string>>
  isDeprecated?: true
  /** Changes of objects heed `If-Match`. */
  heedsStates?: true
}

/** What a reader must know of an operation: what it does, who may do it and what it tells. */
export function descriptionOf(
  route: Route<never>,
  { callers, says = {}, spelt, heedsStates }: Omit<Wording, 'isDeprecated'>,
): string {
  const { description, tells = [], since } = route
  const paragraphs = [
    [description, says[operationIdOf(route, spelt)], ...usual(route)],
    [heedsStates && stateWords(route), route.keeps && unchangedWords],
    [whoMay(route, callers), sinceOf(since)],
    [tells.length > 0 && `Events: ${tells.map(type => `\`${type}\``).join(', ')}.`],
  ]
  const texts = paragraphs.map(sentences => sentences.filter(text => text).join(' '))
  return texts.filter(text => text !== '').join('\n\n')
}

/** Whether an operation changes an object only if it is as `If-Match` says. */
export function isConditional({ findState, method }: Route<never>): boolean {
  return findState !== undefined && (method === 'PATCH' || method === 'PUT')
}

const unchangedWords =
  'With `If-None-Match` and the `ETag` of an answer: 304 while it would be the same.'

function stateWords(route: Route<never>): string | false {
  if (!route.findState) return false
  if (route.method === 'GET') return 'The `ETag` says which state of the object it is.'
  return (
    isConditional(route) &&
    'With `If-Match` and the `ETag` of the GET it changes nothing that has changed meanwhile: ' +
      '412 `CHANGED_MEANWHILE` has in `current` what the GET answers now.'
  )
}

/** What follows from its parameters, the same for all that have them. */
function usual({ method, path, query, errors }: Route<never>): (string | false)[] {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  const has = (name: string) => name in properties
  const missing = errors.find(code => code.endsWith('_NOT_FOUND'))
  const isOne = /:\w+$/.test(path) && missing !== undefined
  return [
    has('_cursor') && 'In pages of `_limit`, 20 unless it is sent.',
    has('offset') && 'In pages of `limit`, 20 unless it is sent.',
    has('updatedSince') && !has('sort') && 'With `updatedSince` what changed last comes last.',
    method === 'PATCH' && merged,
    method === 'GET' && isOne && `\`${missing}\`: there is none, or not for the caller.`,
    method === 'DELETE' && isOne && 'Deleting it again answers 404.',
  ]
}

function whoMay(route: Route<never>, words: Wording['callers']): string {
  if (route.isOpen) return 'Needs no credential.'
  const kinds = (route.callers ?? []).map(kind => words[kind] ?? kind)
  const needsGrant = route.errors.includes('READ_ONLY_GRANT')
  return [
    `For ${kinds.join(' and ')}.`,
    needsGrant ? 'A partner needs a grant to write.' : '',
    storesAlways(route) ? 'A read-only key is refused.' : '',
  ]
    .filter(text => text !== '')
    .join(' ')
}

function storesAlways({ method, stores }: Route<never>): boolean {
  return method !== 'GET' && stores === undefined
}

function sinceOf(since: Route<never>['since']): string {
  return since === undefined || existsIn('3.0', { since }) ? '' : `Since v${since}.`
}
