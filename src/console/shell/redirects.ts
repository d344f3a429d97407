/** Addresses of earlier releases, each with the present one. */
import { matchRoute, type Parser } from 'wouter'

const movedPages: readonly (readonly [pattern: string, path: string])[] = [
  ['/leads', '/reservations'],
  ['/leads/board', '/reservations/pipeline'],
  ['/leads/:uid', '/reservations/:uid'],
  ['/quote', '/reservations/new'],
]

const renamedParameters: readonly (readonly [former: string, name: string])[] = [
  ['lead', 'reservation'],
]

/**
 * Returns the present address of a former one, or null if it is the present one. Parameters that
 * are not renamed are kept.
 *
 * @param path path below `/console`
 */
export function movedAddress(parser: Parser, path: string, search: string): string | null {
  const parameters = new URLSearchParams(search)
  const names = renamedParameters.filter(([former]) => parameters.has(former))
  const presentPath = findMovedPath(parser, path)
  if (presentPath === null && names.length === 0) return null
  for (const [former, name] of names) {
    if (!parameters.has(name)) parameters.set(name, parameters.get(former)!)
    parameters.delete(former)
  }
  const query = parameters.toString()
  return (presentPath ?? path) + (query === '' ? '' : `?${query}`)
}

function findMovedPath(parser: Parser, path: string): string | null {
  for (const [pattern, target] of movedPages) {
    const [matches, values] = matchRoute(parser, pattern, path)
    if (matches)
      return target.replace(
        /:(\w+)/g,
        (_, name: string) => (values as Record<string, string>)[name] ?? '',
      )
  }
  return null
}
