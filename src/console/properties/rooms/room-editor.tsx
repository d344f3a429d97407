/** Fields of a room: type, name, and the number of beds of each kind. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  usePropertyContentTranslations,
  usePropertyTypeTranslations,
} from '../../i18n/properties/translations.ts'
import { Check, Input, Select } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { KeyedRoom, Room } from './room.ts'

interface RoomEditorProps {
  room: KeyedRoom
  position: number
  count: number
  isReadOnly: boolean
  change: (changes: Partial<Room>) => void
  move: (position: number) => void
  remove: () => void
}

export function RoomEditor(props: RoomEditorProps) {
  const { room, position, count, isReadOnly, change, move, remove } = props
  const { rooms: texts } = usePropertyContentTranslations()
  const { roomTypes } = usePropertyTypeTranslations()
  const title = room.name || roomTypes[room.roomType]
  const types = Object.entries(roomTypes).toSorted(([, a], [, b]) => a.localeCompare(b))
  return (
    <li className="room">
      <fieldset className="plain-fieldset" disabled={isReadOnly}>
        <legend className="for-readers">{title}</legend>
        <div className="room-fields">
          <Select
            label={texts.type}
            value={room.roomType}
            change={type => change({ roomType: type as Room['roomType'] })}
            options={types}
          />
          <Input
            label={texts.name}
            value={room.name ?? ''}
            maxLength={255}
            change={name => change({ name: name || null })}
          />
          <Check
            label={texts.privateBathroom}
            isOn={room.hasPrivateBathroom}
            change={hasPrivateBathroom => change({ hasPrivateBathroom })}
          />
        </div>
        <Beds room={room} change={change} />
      </fieldset>
      {isReadOnly ? null : (
        <div className="room-actions">
          <Button
            className="icon-button"
            aria-label={texts.up(title)}
            isDisabled={position === 0}
            onPress={() => move(position - 1)}
          >
            <span className="flipped">
              <Icon name="down" />
            </span>
          </Button>
          <Button
            className="icon-button"
            aria-label={texts.down(title)}
            isDisabled={position === count - 1}
            onPress={() => move(position + 1)}
          >
            <Icon name="down" />
          </Button>
          <Button className="icon-button" aria-label={texts.remove(title)} onPress={remove}>
            <Icon name="trash" />
          </Button>
        </div>
      )}
    </li>
  )
}

type BedKind = keyof NonNullable<Room['bedCounts']>

/** Kinds that are always shown. */
const commonKinds: readonly BedKind[] = ['kingBed', 'queenBed', 'doubleBed', 'singleBed', 'sofaBed']
const bedsMax = 999

/** Numbers of beds: those in use and the common kinds first, the others on demand. */
function Beds({ room, change }: Pick<RoomEditorProps, 'room' | 'change'>) {
  const { rooms: texts } = usePropertyContentTranslations()
  const { bedKinds } = usePropertyTypeTranslations()
  const [showsAll, setShowsAll] = useState(false)
  const counts = room.bedCounts ?? {}
  const kinds = Object.keys(bedKinds) as BedKind[]
  const shown = kinds.filter(kind => showsAll || commonKinds.includes(kind) || counts[kind])
  const setCount = (kind: BedKind, text: string) => {
    const number = Math.min(bedsMax, Math.max(0, Math.trunc(Number(text)) || 0))
    change({ bedCounts: { ...counts, [kind]: number } })
  }
  return (
    <div className="beds" role="group" aria-label={texts.beds}>
      {shown.map(kind => (
        <Input
          key={kind}
          label={bedKinds[kind]}
          type="number"
          min={0}
          max={bedsMax}
          step={1}
          value={String(counts[kind] ?? 0)}
          change={text => setCount(kind, text)}
        />
      ))}
      {shown.length < kinds.length ? (
        <Button className="button plain small more-beds" onPress={() => setShowsAll(true)}>
          {texts.moreBeds}
        </Button>
      ) : null}
    </div>
  )
}
