import type { FastifyRequest } from 'fastify'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Stands for what may be a secret or personal. */
const hidden = '…'

/**
 * The path of a request by the pattern of its route, with the uids in it. Other parameters may be
 * anything, a token or somebody's name, and so may a path that no route has.
 */
export function loggedPath({
  routeOptions,
  params,
}: Pick<FastifyRequest, 'routeOptions' | 'params'>): string {
  const pattern = routeOptions.url
  if (pattern === undefined) return `/${hidden}`
  const given = (params ?? {}) as Record<string, string>
  return pattern.replace(/:(\w+)|\*/g, (_, name = '*') => {
    const value = given[name]
    const isUid = typeof value === 'string' && uuid.test(value) && name !== 'token'
    return isUid ? value : hidden
  })
}
