import type { Route } from '../rest/route.ts'
import { pascal, singular } from './shapes.ts'

const verbs = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'delete',
}

/**
 * The name of an operation among those of its version: `listLeads`, `createLead`, `getLead`,
 * `changeLead`, `replaceFee`, `deleteLead`, and `cancelLead` for what follows the uid of a thing.
 * A route that needs another says it.
 *
 * @param spelt nouns of paths that are not spelt as their words, `pincodes` as `pin-codes`
 */
export function operationIdOf(
  route: Pick<Route<never>, 'method' | 'path' | 'operationId'>,
  spelt: Readonly<Record<string, string>> = {},
): string {
  if (route.operationId) return route.operationId
  const segments = route.path
    .split('/')
    .slice(1)
    .map(noun => spelt[noun] ?? noun)
  const last = segments.at(-1)!
  const nouns = segments.filter(segment => !segment.startsWith(':'))
  const isOne = last.startsWith(':')
  const isAct = route.method === 'POST' && segments.at(-2)?.startsWith(':') && !isMany(last)
  if (isAct) return camel(last) + pascal(singular(nouns.at(-2)!))
  if (route.method === 'GET' && !isOne) return `list${pascal(last)}`
  return verbs[route.method] + pascal(singular(nouns.at(-1)!))
}

function isMany(noun: string): boolean {
  return singular(noun) !== noun
}

function camel(text: string): string {
  const name = pascal(text)
  return name[0]!.toLowerCase() + name.slice(1)
}
