/** Which nouns make which GraphQL schema. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type Schema, type Tenancy } from '../platform/graphql/schema.ts'
import type { Version } from '../platform/rest/version.ts'
import { type Caller, within } from './access/agencies/caller.ts'
import { assigneeQueryTypes } from './access/employees/employees.graphql.ts'
import { leadQueryRoots, leadQueryTypes } from './leads/lead-query/lead-query.graphql.ts'
import { leadRootsOf, leadTypesOf } from './leads/lead-query/leads.v3.graphql.ts'
import { orderQueryTypes } from './leads/orders/orders.graphql.ts'
import { propertyQueryTypes } from './properties/property-query/properties.graphql.ts'
import { propertyTypesOf } from './properties/property-query/properties.v3.graphql.ts'
import { propertyRoots } from './properties/property-query/property-sources.sql.ts'
import { roomQueryTypes } from './properties/rooms/rooms.v3.graphql.ts'

const tenancy: Tenancy<Caller> = {
  tenantsOf: ({ agencyUids }) => [...agencyUids],
  within,
}

/** The lead query, `POST /v2/leadsql`. */
export function leadQuerySchema(): Schema<Caller> {
  const sdl = [
    'leads/lead-query/leadsql.graphql',
    'leads/orders/leadsql-order.graphql',
    'access/employees/leadsql-assignee.graphql',
    'properties/property-query/leadsql-property.graphql',
  ]
  const types = {
    ...leadQueryTypes,
    ...orderQueryTypes,
    ...assigneeQueryTypes,
    ...propertyQueryTypes,
  }
  return buildSchema(sdl.map(read), types, leadQueryRoots, tenancy)
}

/** `POST /api/v3.x/graphql` of a server with this public address. */
export function schemaOf(version: Version, publicUrl: string): Schema<Caller> {
  const sdl = [
    'leads/lead-query/leads.v3.graphql',
    'properties/property-query/property.graphql',
    'properties/rooms/room.graphql',
  ]
  const types = { ...leadTypesOf(version), ...propertyTypesOf(publicUrl), ...roomQueryTypes }
  const roots = { ...leadRootsOf(version), ...propertyRoots }
  return buildSchema(sdl.map(read), types, roots, tenancy, version)
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}
