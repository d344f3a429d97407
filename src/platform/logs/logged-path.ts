import type { FastifyRequest } from 'fastify'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Placeholder for values that may be secret or personal. */
const hidden = '…'

/**
 * Returns the path of a request as the pattern of its route, with uids. Other parameters are
 * hidden, as they may be tokens or names of people, and so are paths without a route.
 */
export function loggedPath({
  routeOptions,
  params,
}: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const pattern = routeOptions.url
  if (pattern === undefined) return `/${hidden}`
  const parameters = (params ?? {}) as Record<string, string>
  return pattern.replace(/:(\w+)|\*/g, (_, name = '*') => {
    const value = parameters[name]
    const isUid = typeof value === 'string' && uuid.test(value) && name !== 'token'
    return isUid ? value : hidden
  })
}
