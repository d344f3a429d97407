/** Rooms of a property in their order, with their beds; saved together. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { useForm } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Property } from '../property.query.ts'
import type { KeyedRoom, Room } from './room.ts'
import { RoomEditor } from './room-editor.tsx'

type StoredRoom = ResponseOf<'GET /rooms'>['rooms'][number]

const roomsMax = 100

export function Rooms({ property: { uid, name } }: { property: Property }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['properties', 'rooms', uid],
    queryFn: async ({ signal }) =>
      (await call('GET /rooms', { query: { propertyUid: uid }, signal })).rooms,
    // The form keeps what it was opened with.
    refetchOnWindowFocus: false,
  })
  if (error) return <Problem error={error} retry={refetch} />
  return data ? (
    <RoomForm key={JSON.stringify(data)} rooms={data} propertyUid={uid} name={name} />
  ) : null
}

interface RoomFormProps {
  rooms: readonly StoredRoom[]
  propertyUid: string
  name: string
}

function RoomForm({ rooms: storedRooms, propertyUid, name }: RoomFormProps) {
  const { rooms: texts } = usePropertyContentTranslations()
  const { save, discard } = useResourceTranslations()
  const { form: formTexts } = useTranslations()
  const isReadOnly = !may(useSession(), 'houses:write')
  const initial = { rooms: storedRooms.map(toInput) as readonly KeyedRoom[] }
  const form = useForm(initial)
  const close = useUnsaved(form.isDirty, staysOnPage)
  const write = useRoomsWrite(propertyUid, name, close)
  const nextKey = useRef(0)
  const { rooms } = form.values
  const set = (rooms: readonly KeyedRoom[]) => form.set('rooms', rooms)
  return (
    <form
      className="card section-form rooms"
      aria-label={texts.title}
      data-field="beds"
      onSubmit={event => {
        event.preventDefault()
        void write.run(rooms)
      }}
    >
      <div className="title-row">
        <h2>{texts.title}</h2>
        <span className="quiet">{texts.total(countBeds(rooms))}</span>
        {isReadOnly || rooms.length >= roomsMax ? null : (
          <Button
            className="button plain"
            onPress={() => set([...rooms, newRoom(`new ${++nextKey.current}`)])}
          >
            <Icon name="plus" />
            {texts.add}
          </Button>
        )}
      </div>
      {rooms.length === 0 ? <p className="quiet">{texts.empty}</p> : null}
      <ol className="room-list">
        {rooms.map((room, i) => (
          <RoomEditor
            key={room.key}
            {...{ room, isReadOnly }}
            position={i}
            count={rooms.length}
            change={changes => set(rooms.with(i, { ...room, ...changes }))}
            move={to => set(rooms.toSpliced(i, 1).toSpliced(to, 0, room))}
            remove={() => set(rooms.toSpliced(i, 1))}
          />
        ))}
      </ol>
      {write.error ? <Problem error={write.error} retry={() => void write.run(rooms)} /> : null}
      {form.isDirty || write.isPending ? (
        <div className="form-end save-bar">
          <Button type="submit" className="button" isDisabled={write.isPending}>
            {write.isPending ? formTexts.sending : save}
          </Button>
          <Button
            className="button plain"
            isDisabled={write.isPending}
            onPress={() => form.change(initial)}
          >
            {discard}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

function toInput({ propertyUid, ...room }: StoredRoom): KeyedRoom {
  return { ...room, key: room.uid }
}

function newRoom(key: string): KeyedRoom {
  return { key, roomNumber: 0, roomType: 'BEDROOM', hasPrivateBathroom: false, bedCounts: {} }
}

function countBeds(rooms: readonly Room[]): number {
  const counts = rooms.flatMap(({ bedCounts }) => Object.values(bedCounts ?? {}))
  return counts.reduce((sum, count) => sum + (count ?? 0), 0)
}

function useRoomsWrite(propertyUid: string, name: string, close: () => void) {
  const client = useQueryClient()
  return useWrite(
    (rooms: readonly KeyedRoom[], key) => {
      const numbered = rooms.map(({ key: _, ...room }, i) => ({ ...room, roomNumber: i + 1 }))
      return call('PUT /rooms-bulk', { body: { propertyUid, rooms: numbered }, key })
    },
    ({ rooms }) => {
      close()
      client.setQueryData(['properties', 'rooms', propertyUid], rooms)
      void invalidateProperties(client)
    },
    () => ({ text: toasts => toasts.fieldSaved(name) }),
  )
}
