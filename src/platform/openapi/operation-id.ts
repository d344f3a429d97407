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
 * Returns the operation id, unique in its version: `listLeads`, `createLead`, `getLead`,
 * `changeLead`, `replaceFee`, `deleteLead`, and `cancelLead` for an action on a uid. A route may
 * set its own id.
 *
 * @param hyphenated nouns of paths with hyphens between words, `pincodes` as `pin-codes`
 */
export function buildOperationId(
  route: Pick<Route<never>, 'method' | 'path' | 'operationId'>,
  hyphenated: Readonly<Record<string, string>> = {},
): string {
  if (route.operationId) return route.operationId
  const segments = route.path
    .split('/')
    .slice(1)
    .map(noun => hyphenated[noun] ?? noun)
  const lastSegment = segments.at(-1)!
  const nouns = segments.filter(segment => !segment.startsWith(':'))
  const isSingle = lastSegment.startsWith(':')
  const isAction =
    route.method === 'POST' && segments.at(-2)?.startsWith(':') && !isPlural(lastSegment)
  if (isAction) return camel(lastSegment) + pascal(singular(nouns.at(-2)!))
  if (route.method === 'GET' && !isSingle) return `list${pascal(lastSegment)}`
  return verbs[route.method] + pascal(singular(nouns.at(-1)!))
}

function isPlural(noun: string): boolean {
  return singular(noun) !== noun
}

function camel(text: string): string {
  const name = pascal(text)
  return name[0]!.toLowerCase() + name.slice(1)
}
