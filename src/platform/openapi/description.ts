import type { Route } from '../rest/route.ts'
import { existsIn } from '../rest/version.ts'
import { buildOperationId } from './operation-id.ts'

/** Description of a PUT that replaces the whole object. */
export const replacesAll = 'Replaces the whole object: omitted fields are reset to their defaults.'

/** Description of a change that merges the fields sent. */
export const mergesFields = 'Omitted fields keep their value; `null` clears an optional field.'

export interface RouteTexts {
  /** Nouns in paths, with hyphens between words: `pincodes` is `pin-codes`. */
  hyphenated?: Readonly<Record<string, string>>
  /** Plural nouns of the kinds of callers, `agencies`. */
  callers: Readonly<Record<string, string>>
  /** Additional descriptions by operation id. */
  descriptions?: Readonly<Record<string, string>>
  isDeprecated?: true
  supportsETags?: true
}

/** Builds the description of an operation: effect, callers and emitted events. */
export function buildDescription(
  route: Route<never>,
  { callers, descriptions = {}, hyphenated, supportsETags }: Omit<RouteTexts, 'isDeprecated'>,
): string {
  const { description, emits = [], since } = route
  const paragraphs = [
    [description, descriptions[buildOperationId(route, hyphenated)], ...commonTexts(route)],
    [supportsETags && etagText(route)],
    [callersText(route, callers), sinceText(since)],
    [emits.length > 0 && `Emits ${emits.map(type => `\`${type}\``).join(', ')}.`],
  ]
  const texts = paragraphs.map(sentences => sentences.filter(text => text).join(' '))
  return texts.filter(text => text !== '').join('\n\n')
}

export function isConditional({ http, method }: Route<never>): boolean {
  return http.findState !== undefined && (method === 'PATCH' || method === 'PUT')
}

function etagText(route: Route<never>): string | false {
  if (!route.http.findState) return false
  if (route.method === 'GET') return 'The `ETag` header identifies the version of the object.'
  return (
    isConditional(route) &&
    'With an outdated `If-Match` returns 412 `CHANGED_MEANWHILE`, with the current object in ' +
      '`current`.'
  )
}

/** Returns the sentences that follow from the parameters and the method of an operation. */
function commonTexts({ method, path, query, errors }: Route<never>): (string | false)[] {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  const hasParameter = (name: string) => name in properties
  const notFoundCode = errors.find(code => code.endsWith('_NOT_FOUND'))
  const isOneObject = /:\w+$/.test(path) && notFoundCode !== undefined
  return [
    hasParameter('_cursor') && 'Paginated: `_limit` entries per page, 20 by default.',
    hasParameter('offset') && 'Paginated: `limit` entries per page, 20 by default.',
    hasParameter('updatedSince') &&
      hasParameter('_cursor') &&
      !hasParameter('sort') &&
      'With `updatedSince` the list is sorted by update time, ascending.',
    method === 'PATCH' && mergesFields,
    method === 'GET' &&
      isOneObject &&
      `404 \`${notFoundCode}\`: it does not exist or is not accessible.`,
    method === 'DELETE' && isOneObject && 'Deleting it again returns 404.',
  ]
}

function callersText(route: Route<never>, nouns: RouteTexts['callers']): string {
  if (route.access.isOpen) return 'No authentication required.'
  const needsGrant = route.errors.includes('READ_ONLY_GRANT')
  const kinds = (route.access.callers ?? []).map(kind => {
    const noun = nouns[kind] ?? kind
    return kind === 'partner' && needsGrant ? `${noun} with write access` : noun
  })
  return `For ${new Intl.ListFormat('en').format(kinds)}.`
}

function sinceText(since: Route<never>['since']): string {
  return since === undefined || existsIn('3.0', { since }) ? '' : `Since v${since}.`
}
