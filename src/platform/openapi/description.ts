import type { Route } from '../rest/route.ts'
import { existsIn } from '../rest/version.ts'

/** How the operations of a scope are spoken of. */
export interface Wording {
  /** Nouns of its paths that are not spelt as their words, `pincodes` as `pin-codes`. */
  spelt?: Readonly<Record<string, string>>
  /** Who the kinds of callers are, `agencies`. */
  callers: Readonly<Record<string, string>>
  isDeprecated?: true
}

/** What a reader must know of an operation: what it does, who may do it and what it tells. */
export function descriptionOf(route: Route<never>, { callers }: Pick<Wording, 'callers'>): string {
  const { summary, description, tells = [], since } = route
  const paragraphs = [
    description ?? `${summary}.`,
    [whoMay(route, callers), sinceOf(since)].filter(text => text !== '').join(' '),
    tells.length > 0 ? `Events: ${tells.map(type => `\`${type}\``).join(', ')}.` : '',
  ]
  return paragraphs.filter(text => text !== '').join('\n\n')
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
