/** GraphQL schemas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSchema, type Schema, type Tenancy } from '../platform/graphql/schema.ts'
import type { Version } from '../platform/rest/version.ts'
import { type Caller, limitToAgency } from './access/agencies/caller.ts'
import { assigneeQueryTypes } from './access/employees/employees.graphql.ts'
import { leadQueryRoots, leadQueryTypes } from './leads/lead-query/lead-query.graphql.ts'
import { leadGraphQLRoots, leadGraphQLTypes } from './leads/lead-query/leads.v3.graphql.ts'
import { orderQueryTypes } from './leads/orders/orders.graphql.ts'
import { propertyQueryTypes } from './properties/property-query/properties.graphql.ts'
import { propertyGraphQLTypes } from './properties/property-query/properties.v3.graphql.ts'
import { propertyRoots } from './properties/property-query/property-sources.sql.ts'
import { roomQueryTypes } from './properties/rooms/rooms.v3.graphql.ts'

const tenancy: Tenancy<Caller> = {
  listTenants: ({ agencyUids }) => [...agencyUids],
  restrictTo: limitToAgency,
}

/** Returns the schema of the lead query, `POST /v2/leadsql`. */
export function leadQuerySchema(): Schema<Caller> {
  const sdlFiles = [
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
  return buildSchema(sdlFiles.map(readSdl), { types, roots: leadQueryRoots, tenancy })
}

/** Returns the schema of `POST /api/v3.x/graphql` for a public URL. */
export function graphQLSchema(version: Version, publicUrl: string): Schema<Caller> {
  const sdlFiles = [
    'leads/lead-query/leads.v3.graphql',
    'properties/property-query/property.graphql',
    'properties/rooms/room.graphql',
  ]
  const types = {
    ...leadGraphQLTypes(version),
    ...propertyGraphQLTypes(publicUrl),
    ...roomQueryTypes,
  }
  const roots = { ...leadGraphQLRoots(version), ...propertyRoots }
  return buildSchema(sdlFiles.map(readSdl), { types, roots, tenancy }, version)
}

function readSdl(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8')
}
