/** Which nouns make which GraphQL schema. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type Schema } from '../platform/graphql/schema.ts'
import type { Version } from '../platform/rest/version.ts'
import type { Caller } from './agencies/caller.ts'
import { assigneeQueryTypes } from './employees/employees.graphql.ts'
import { leadQueryRoots, leadQueryTypes } from './leads/leads.graphql.ts'
import { leadRootsOf, leadTypesOf } from './leads/leads.v3.graphql.ts'
import { orderQueryTypes } from './orders/orders.graphql.ts'
import { propertyQueryTypes } from './properties/properties.graphql.ts'
import { propertyTypesOf } from './properties/properties.v3.graphql.ts'
import { propertyRoots } from './properties/property-sources.ts'
import { roomQueryTypes } from './rooms/rooms.v3.graphql.ts'

/** The lead query, `POST /v2/leadsql`. */
export function leadQuerySchema(): Schema<Caller> {
  const sdl = [
    'leads/leadsql.graphql',
    'orders/leadsql-order.graphql',
    'employees/leadsql-assignee.graphql',
    'properties/leadsql-property.graphql',
  ]
  const types = {
    ...leadQueryTypes,
    ...orderQueryTypes,
    ...assigneeQueryTypes,
    ...propertyQueryTypes,
  }
  return buildSchema(sdl.map(read), types, leadQueryRoots)
}

/** `POST /api/v3.x/graphql` of a server with this public address. */
export function schemaOf(version: Version, publicUrl: string): Schema<Caller> {
  const sdl = ['leads/leads.v3.graphql', 'properties/property.graphql', 'rooms/room.graphql']
  const types = { ...leadTypesOf(version), ...propertyTypesOf(publicUrl), ...roomQueryTypes }
  const roots = { ...leadRootsOf(version), ...propertyRoots }
  return buildSchema(sdl.map(read), types, roots, version)
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}
