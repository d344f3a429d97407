/** Rooms and beds of properties: contract/properties.md §6.6. */
import { type Context, route } from '../../../context.ts'
import { listOf, nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { reachedProperty } from '../properties/properties.ts'
import { addRoom } from './add-room.ts'
import { changeRoom } from './change-room.ts'
import { changeRooms } from './change-rooms.ts'
import { deleteRoom } from './delete-room.ts'
import { columnsOf, presentRoom, room, writtenRoom } from './room-shape.ts'
import { listRooms, type Room, reachedRoom } from './rooms.ts'

const roomsMax = 100

const answer = Type.Object({ room })

const namedRoom = shape('NamedRoomInput', {
  uid: Type.Optional(nullable(uid())),
  ...writtenRoom.properties,
})

const writes = { access: 'READ_WRITE' } as const
const tag = 'Rooms'

export const roomRoutes = [
  route({
    method: 'PUT',
    path: '/rooms-bulk',
    operationId: 'replaceRooms',
    summary: 'Replace the rooms of a property',
    description: 'Existing rooms that are not sent are deleted.',
    tells: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ propertyUid: uid(), rooms: listOf(namedRoom, roomsMax) }),
    answer: unpagedAnswer('rooms', room),
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body, reached }) => {
      const wanted = body.rooms.map(({ uid, ...room }) => ({
        ...columnsOf(room),
        ...(uid ? { uid } : {}),
      }))
      return unpaged('rooms', (await changeRooms(ctx, reached, wanted)).map(presentRoom))
    },
  }),
  route({
    method: 'GET',
    path: '/rooms',
    summary: 'List the rooms of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: unpagedAnswer('rooms', room),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await reachedProperty(ctx, query.propertyUid)
      return unpaged('rooms', (await listRooms(ctx, property)).map(presentRoom))
    },
  }),
  route({
    method: 'POST',
    path: '/rooms',
    summary: 'Add a room to a property',
    tells: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ propertyUid: uid(), ...writtenRoom.properties }),
    http: { status: 201 },
    answer,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body, reached }) => ({
      room: presentRoom(await addRoom(ctx, reached, columnsOf(body))),
    }),
  }),
  route({
    method: 'GET',
    path: '/rooms/:uid',
    summary: 'Get a room',
    tag,
    answer,
    errors: ['ROOM_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      room: presentRoom(await reachedRoom(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/rooms/:uid',
    summary: 'Replace a room',
    tells: ['UPDATED_PROPERTY'],
    tag,
    body: writtenRoom,
    answer,
    errors: ['ROOM_NOT_FOUND', 'READ_ONLY_GRANT', 'ALREADY_EXISTS'],
    authorize: async (ctx, { params }) => writableRoom(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => ({
      room: presentRoom(await changeRoom(ctx, reached, columnsOf(body))),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/rooms/:uid',
    summary: 'Delete a room',
    tells: ['UPDATED_PROPERTY'],
    tag,
    http: { status: 204 },
    errors: ['ROOM_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => deleteRoom(ctx, await writableRoom(ctx, params.uid!)),
  }),
]

async function writableRoom(ctx: Context, uid: string): Promise<Room> {
  const room = await reachedRoom(ctx, uid)
  await reachedProperty(ctx, room.property_uid, writes)
  return room
}
