import type { Route } from '../rest/route.ts'
import { existsIn } from '../rest/version.ts'
import { operationIdOf } from './operation-id.ts'

/** Description of a PUT that replaces the whole object. */
export const whole = 'Replaces the whole object: omitted fields are reset to their defaults.'

/** Description of a change that merges the fields sent. */
export const merged = 'Omitted fields keep their value; `null` clears an optional field.'

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

/** Returns the description of an operation: its effect, its callers and the events it emits. */
export function descriptionOf(
  route: Route<never>,
  { callers, says = {}, spelt, heedsStates }: Omit<Wording, 'isDeprecated'>,
): string {
  const { description, tells = [], since } = route
  const paragraphs = [
    [description, says[operationIdOf(route, spelt)], ...usual(route)],
    [heedsStates && stateWords(route)],
    [callersOf(route, callers), sinceOf(since)],
    [tells.length > 0 && `Emits ${tells.map(type => `\`${type}\``).join(', ')}.`],
  ]
  const texts = paragraphs.map(sentences => sentences.filter(text => text).join(' '))
  return texts.filter(text => text !== '').join('\n\n')
}

/** Whether an operation changes an object only if it is as `If-Match` says. */
export function isConditional({ http, method }: Route<never>): boolean {
  return http.findState !== undefined && (method === 'PATCH' || method === 'PUT')
}

function stateWords(route: Route<never>): string | false {
  if (!route.http.findState) return false
  if (route.method === 'GET') return 'The `ETag` header identifies the version of the object.'
  return (
    isConditional(route) &&
    'With an outdated `If-Match` returns 412 `CHANGED_MEANWHILE`, with the current object in ' +
      '`current`.'
  )
}

/** Returns the sentences that follow from the parameters and the method of an operation. */
function usual({ method, path, query, errors }: Route<never>): (string | false)[] {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  const has = (name: string) => name in properties
  const missing = errors.find(code => code.endsWith('_NOT_FOUND'))
  const isOne = /:\w+$/.test(path) && missing !== undefined
  return [
    has('_cursor') && 'Paginated: `_limit` entries per page, 20 by default.',
    has('offset') && 'Paginated: `limit` entries per page, 20 by default.',
    has('updatedSince') &&
      has('_cursor') &&
      !has('sort') &&
      'With `updatedSince` the list is sorted by update time, ascending.',
    method === 'PATCH' && merged,
    method === 'GET' && isOne && `404 \`${missing}\`: it does not exist or is not accessible.`,
    method === 'DELETE' && isOne && 'Deleting it again returns 404.',
  ]
}

function callersOf(route: Route<never>, words: Wording['callers']): string {
  if (route.access.isOpen) return 'No authentication required.'
  const needsGrant = route.errors.includes('READ_ONLY_GRANT')
  const kinds = (route.access.callers ?? []).map(kind => {
    const word = words[kind] ?? kind
    return kind === 'partner' && needsGrant ? `${word} with write access` : word
  })
  return `For ${new Intl.ListFormat('en').format(kinds)}.`
}

function sinceOf(since: Route<never>['since']): string {
  return since === undefined || existsIn('3.0', { since }) ? '' : `Since v${since}.`
}
