/** Legacy `/v2/bedtypes`: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { shape, Type, uid } from '../../../platform/rest/fields.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
import { legacyHolder, legacyHolderField } from '../property-content/legacy-holder.ts'
import { allBeds, type BedCounts, keptBeds, sumOfBeds } from '../rooms/room.ts'
import { shownBeds, writtenBeds } from '../rooms/room-shape.ts'
import { listRooms, type Room } from '../rooms/rooms.ts'
import { changeBedTypes } from './change-bed-types.ts'

const writes = { access: 'READ_WRITE' } as const
const tag = 'Bed types'

/** POST and PUT are the same act. */
const writing = {
  path: '/bedtypes',
  tag,
  query: Type.Object(legacyHolderField),
  body: shape('BedTypesInput', { ...legacyHolderField, ...writtenBeds.properties }),
  answer: shownBeds,
  errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'STATE_CONFLICT'] as const,
  authorize: async (ctx: Context, input: Parameters<typeof legacyHolder>[1]) =>
    legacyHolder(ctx, input, writes),
  handler: async (ctx: Context, { body, reached }: { body: BedCounts; reached: ReachedProperty }) =>
    bedsIn(await changeBedTypes(ctx, reached, keptBeds(body))),
}

export const legacyBedTypeRoutes = [
  route({
    method: 'GET',
    path: '/bedtypes',
    operationId: 'getBedTypes',
    summary: 'Get the bed types of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: shownBeds,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      return bedsIn(await listRooms(ctx, await reachedProperty(ctx, query.propertyUid)))
    },
  }),
  route({
    ...writing,
    method: 'PUT',
    operationId: 'replaceBedTypes',
    summary: 'Replace the bed types of a property',
    tells: ['UPDATED_PROPERTY'],
  }),
  route({
    ...writing,
    method: 'POST',
    http: { status: 201 },
    operationId: 'addBedTypes',
    summary: 'Add beds to a property',
    tells: ['UPDATED_PROPERTY'],
  }),
  route({
    method: 'DELETE',
    path: '/bedtypes',
    operationId: 'deleteBedTypes',
    summary: 'Delete the beds of a property',
    tells: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object({ propertyUid: uid() }),
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { query }) => reachedProperty(ctx, query.propertyUid, writes),
    handler: async (ctx, { reached }) => {
      await changeBedTypes(ctx, reached, null)
    },
  }),
]

function bedsIn(rooms: Room[]) {
  return allBeds(sumOfBeds(rooms.map(room => room.bed_counts)))
}
