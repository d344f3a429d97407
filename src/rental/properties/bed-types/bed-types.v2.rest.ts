/** Legacy `/v2/bedtypes`: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { shape, Type, uid } from '../../../platform/rest/fields.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'
import {
  propertyUidParam,
  requirePropertyParam,
} from '../property-content/legacy-property-param.ts'
import { allBeds, type BedCounts, normalizeBeds, sumBeds } from '../rooms/room.ts'
import { bedCountsInput, bedCountsResponse } from '../rooms/room-shape.ts'
import { listRooms, type Room } from '../rooms/rooms.ts'
import { changeBedTypes } from './change-bed-types.ts'

const writes = { access: 'READ_WRITE' } as const
const tag = 'Bed types'

/** Shared options of POST and PUT, which do the same. */
const writing = {
  path: '/bedtypes',
  tag,
  query: Type.Object(propertyUidParam),
  body: shape('BedTypesInput', { ...propertyUidParam, ...bedCountsInput.properties }),
  response: bedCountsResponse,
  errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'STATE_CONFLICT'] as const,
  authorize: async (ctx: Context, input: Parameters<typeof requirePropertyParam>[1]) =>
    requirePropertyParam(ctx, input, writes),
  handler: async (
    ctx: Context,
    { body, authorized }: { body: BedCounts; authorized: AccessibleProperty },
  ) => bedsIn(await changeBedTypes(ctx, authorized, normalizeBeds(body))),
}

export const legacyBedTypeRoutes = [
  route({
    method: 'GET',
    path: '/bedtypes',
    operationId: 'getBedTypes',
    summary: 'Get the bed types of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: bedCountsResponse,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      return bedsIn(await listRooms(ctx, await requireProperty(ctx, query.propertyUid)))
    },
  }),
  route({
    ...writing,
    method: 'PUT',
    operationId: 'replaceBedTypes',
    summary: 'Replace the bed types of a property',
    emits: ['UPDATED_PROPERTY'],
  }),
  route({
    ...writing,
    method: 'POST',
    http: { status: 201 },
    operationId: 'addBedTypes',
    summary: 'Add beds to a property',
    emits: ['UPDATED_PROPERTY'],
  }),
  route({
    method: 'DELETE',
    path: '/bedtypes',
    operationId: 'deleteBedTypes',
    summary: 'Delete the beds of a property',
    emits: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object({ propertyUid: uid() }),
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { query }) => requireProperty(ctx, query.propertyUid, writes),
    handler: async (ctx, { authorized }) => {
      await changeBedTypes(ctx, authorized, null)
    },
  }),
]

function bedsIn(rooms: Room[]) {
  return allBeds(sumBeds(rooms.map(room => room.bed_counts)))
}
