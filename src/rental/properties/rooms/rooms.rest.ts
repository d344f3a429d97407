/** Rooms and beds of properties: contract/properties.md §6.6. */
import { type Context, route } from '../../../context.ts'
import { listOf, nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { requireProperty } from '../properties/properties.ts'
import { addRoom } from './add-room.ts'
import { changeRoom } from './change-room.ts'
import { changeRooms } from './change-rooms.ts'
import { deleteRoom } from './delete-room.ts'
import { presentRoom, readRoomColumns, room, roomReplacement } from './room-shape.ts'
import { listRooms, type Room, requireRoom } from './rooms.ts'

const roomsMax = 100

const response = Type.Object({ room })

const namedRoom = shape('NamedRoomInput', {
  uid: Type.Optional(nullable(uid())),
  ...roomReplacement.properties,
})

const writeAccess = { access: 'READ_WRITE' } as const
const tag = 'Rooms'
const findState = contentReader('property', { table: 'rooms' })

export const roomRoutes = [
  route({
    method: 'PUT',
    path: '/rooms-bulk',
    http: { findState, readPath: '/rooms' },
    operationId: 'replaceRooms',
    summary: 'Replace the rooms of a property',
    description: 'Existing rooms that are not sent are deleted.',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ propertyUid: uid(), rooms: listOf(namedRoom, roomsMax) }),
    response: unpagedResponse('rooms', room),
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writeAccess),
    handler: async (ctx, { body, authorized }) => {
      const inputs = body.rooms.map(({ uid, ...room }) => ({
        ...readRoomColumns(room),
        ...(uid ? { uid } : {}),
      }))
      return unpaged('rooms', (await changeRooms(ctx, authorized, inputs)).map(presentRoom))
    },
  }),
  route({
    method: 'GET',
    path: '/rooms',
    http: { findState },
    summary: 'List the rooms of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: unpagedResponse('rooms', room),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await requireProperty(ctx, query.propertyUid)
      return unpaged('rooms', (await listRooms(ctx, property)).map(presentRoom))
    },
  }),
  route({
    method: 'POST',
    path: '/rooms',
    summary: 'Add a room to a property',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ propertyUid: uid(), ...roomReplacement.properties }),
    http: { status: 201 },
    response,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writeAccess),
    handler: async (ctx, { body, authorized }) => ({
      room: presentRoom(await addRoom(ctx, authorized, readRoomColumns(body))),
    }),
  }),
  route({
    method: 'GET',
    path: '/rooms/:uid',
    summary: 'Get a room',
    tag,
    response,
    errors: ['ROOM_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      room: presentRoom(await requireRoom(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/rooms/:uid',
    summary: 'Replace a room',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: roomReplacement,
    response,
    errors: ['ROOM_NOT_FOUND', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { params }) => requireWritableRoom(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => ({
      room: presentRoom(await changeRoom(ctx, authorized, readRoomColumns(body))),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/rooms/:uid',
    summary: 'Delete a room',
    emits: ['UPDATED_PROPERTY'],
    tag,
    http: { status: 204 },
    errors: ['ROOM_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) =>
      deleteRoom(ctx, await requireWritableRoom(ctx, params.uid!)),
  }),
]

async function requireWritableRoom(ctx: Context, uid: string): Promise<Room> {
  const room = await requireRoom(ctx, uid)
  await requireProperty(ctx, room.property_uid, writeAccess)
  return room
}
