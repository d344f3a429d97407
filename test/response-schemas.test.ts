/** Response schemas are compiled at the first response, so a test compiles them all. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { describeRoute } from '../src/platform/openapi/describe-route.ts'
import type { Route } from '../src/platform/rest/route.ts'
import { schemaAt } from '../src/platform/rest/schema-at.ts'
import { existsIn, type Version } from '../src/platform/rest/version.ts'
import { routeDescriptions } from '../src/rental/descriptions.ts'
import { callerNames } from '../src/rental/reference.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../src/rental/routes.ts'
import { legacyVersion, newestVersion, versions } from '../src/rental/versions.ts'

type Routes = readonly Route<never>[]

const scopes: [name: string, Version, Routes][] = [
  ['v2', legacyVersion, legacyRoutes as Routes],
  ['no version', newestVersion, unversionedRoutes as Routes],
  ...versions.map((version): [string, Version, Routes] => [version, version, routes as Routes]),
]

/** A schema, or one for each type of content. */
interface ResponseSchema {
  content?: Record<string, { schema: object }>
}

const compile = SerializerSelector()({}, {})
const compiled = new Set<string>()

function compileResponses(route: Route<never>, version: Version): number {
  const success = route.response && schemaAt(route.response, version)
  const served = { ...route, access: { callers: ['agency'], ...route.access } }
  const { response } = describeRoute(served, success, {
    callers: callerNames,
    descriptions: routeDescriptions,
  })
  const responses = Object.values(response as Record<string, ResponseSchema>)
  const schemas = responses.flatMap(({ content, ...schema }) =>
    content ? Object.values(content).map(one => one.schema) : schema,
  )
  for (const schema of schemas) {
    const text = JSON.stringify(schema)
    const { method, path: url } = route
    if (!compiled.has(text)) compile({ schema, method, url, httpStatus: '' })
    compiled.add(text)
  }
  return schemas.length
}

describe('every response schema', () => {
  for (const [name, version, all] of scopes) {
    it(`can be compiled, of ${name}`, () => {
      const served = all.filter(route => existsIn(version, route))
      for (const route of served) assert.ok(compileResponses(route, version) > 0, route.path)
      assert.ok(served.length > 0)
    })
  }
})
