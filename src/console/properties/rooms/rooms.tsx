/** Rooms of a property in their order, with their beds; saved together. */
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { isEditConflict } from '../../api/problem.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { SaveBar } from '../../resources/save-bar.tsx'
import { staysOnPage, useUnsaved } from '../../routing/unsaved.ts'
import { Problem } from '../../shared/problem.tsx'
import { useEditConflict } from '../../ui/edit-conflict.tsx'
import { useForm } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useFollowing } from '../../ui/use-following.ts'
import type { Property } from '../property.query.ts'
import type { KeyedRoom, Room } from './room.ts'
import { RoomEditor } from './room-editor.tsx'
import { type StoredRoom, type StoredRooms, useRooms, useRoomsWrite } from './rooms.query.ts'
import { RoomsConflict } from './rooms-conflict.tsx'

const roomsMax = 100

export function Rooms({ property: { uid, name } }: { property: Property }) {
  const { data, error, refetch } = useRooms(uid)
  if (!data) return error ? <Problem error={error} retry={refetch} /> : null
  return <RoomForm latest={data} propertyUid={uid} name={name} />
}

interface RoomFormProps {
  latest: StoredRooms
  propertyUid: string
  name: string
}

function RoomForm({ latest, propertyUid, name }: RoomFormProps) {
  const { rooms: texts } = usePropertyContentTranslations()
  const isReadOnly = !may(useSession(), 'rooms:write')
  const saved = { rooms: latest.rooms.map(toInput) as readonly KeyedRoom[] }
  const form = useForm(saved)
  useUnsaved(form.isDirty, staysOnPage)
  const write = useRoomsWrite(propertyUid, name, ({ rooms }) => {
    const values = { rooms: rooms.map(toInput) }
    form.rebase(values, values)
  })
  const { isPending } = write
  const conflict = useEditConflict(form, { values: saved, etag: latest.etag, isPending })
  const hasConflict = useFollowing(conflict)
  const nextKey = useRef(0)
  const { rooms } = form.values
  const set = (rooms: readonly KeyedRoom[]) => form.set('rooms', rooms)
  const submit = () => void write.run({ rooms, etag: conflict.etag })
  return (
    <form
      className="card section-form rooms"
      aria-label={texts.title}
      data-field="beds"
      onSubmit={event => {
        event.preventDefault()
        if (form.isDirty && !hasConflict) submit()
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
      {hasConflict ? <RoomsConflict {...{ conflict }} rooms={saved.rooms} /> : null}
      {write.error && !isEditConflict(write.error) ? (
        <Problem error={write.error} retry={submit} />
      ) : null}
      <SaveBar
        {...{ isPending, hasConflict }}
        isDirty={form.isDirty}
        discard={() => {
          form.change(saved)
          write.clearError()
        }}
      />
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
