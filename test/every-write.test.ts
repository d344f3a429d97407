/**
 * That no write stays untold: every operation that stores something is done once in each version
 * that has it, and tells just the events that it should, or is said to tell none and why.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { existsIn } from '../src/platform/rest/version.ts'
import { legacyRoutes, routes } from '../src/rental/routes.ts'
import { versions } from '../src/rental/versions.ts'
import { startServer } from './server.ts'
import { leadWrites } from './writes/lead-writes.ts'
import { legacyWrites } from './writes/legacy-writes.ts'
import {
  contentWrites,
  otherWrites,
  pricingWrites,
  propertyWrites,
} from './writes/property-writes.ts'
import { makeCase, perform, type Writes } from './writes/write.ts'

const server = await startServer({ SANDBOX: 'true' })

const writes = {
  ...leadWrites,
  ...contentWrites,
  ...propertyWrites,
  ...pricingWrites,
  ...otherWrites,
}
const everyVersion = versions.map(version => [`/api/v${version}`, version] as const)
const writing = (table: typeof routes) => table.filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the list of writes', () => {
  it('has every operation that may store something, and no other', () => {
    const listed = (all: Writes) => Object.keys(all).sort()
    assert.deepEqual(listed(writes), writing(routes).map(nameOf).sort())
    assert.deepEqual(listed(legacyWrites), writing(legacyRoutes).map(nameOf).sort())
  })
})

for (const route of writing(routes)) {
  const living = everyVersion.filter(([, version]) => existsIn(version, route))
  tells(
    nameOf(route),
    living.map(([prefix]) => prefix),
    writes,
  )
}
for (const route of writing(legacyRoutes)) tells(nameOf(route), ['/v2'], legacyWrites)

function tells(route: string, prefixes: string[], all: Writes): void {
  it(`${route} tells what it should at ${prefixes.join(', ')}`, async () => {
    for (const prefix of prefixes) {
      const given = await makeCase(server)
      const write = await all[route]!(given)
      const expected = Array.isArray(write.tells) ? write.tells : []
      assert.deepEqual(await perform(given, prefix, route, write), expected, prefix)
    }
  })
}
