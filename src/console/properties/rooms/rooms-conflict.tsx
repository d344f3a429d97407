/** Rooms that another user has changed while they are edited. */
import {
  usePropertyContentTranslations,
  usePropertyTypeTranslations,
} from '../../i18n/properties/translations.ts'
import { type EditConflict, EditConflictNotice } from '../../ui/edit-conflict.tsx'
import type { KeyedRoom } from './room.ts'

interface RoomValues {
  rooms: readonly KeyedRoom[]
}

interface RoomsConflictProps {
  conflict: EditConflict<RoomValues>
  /** Rooms as they are saved now. */
  rooms: readonly KeyedRoom[]
}

/** Shows the rooms that differ, or all if only their order does. */
export function RoomsConflict({ conflict, rooms }: RoomsConflictProps) {
  const { rooms: texts } = usePropertyContentTranslations()
  const describe = useRoomText()
  const before = conflict.base.rooms.map(describe)
  const now = rooms.map(describe)
  const removed = before.filter(text => !now.includes(text))
  const added = now.filter(text => !before.includes(text))
  const isReordered = removed.length === 0 && added.length === 0
  const change = {
    name: texts.title,
    before: (isReordered ? before : removed).join(' · '),
    now: (isReordered ? now : added).join(' · '),
  }
  return <EditConflictNotice {...conflict} changes={[change]} changedBy={null} ago={null} />
}

/** Returns a function that describes a room, such as "Bedroom, King: 2". */
function useRoomText(): (room: KeyedRoom) => string {
  const { rooms: texts } = usePropertyContentTranslations()
  const { roomTypes, bedKinds } = usePropertyTypeTranslations()
  return ({ name, roomType, hasPrivateBathroom, bedCounts }) => {
    const beds = Object.entries(bedCounts ?? {})
      .filter(([, count]) => count)
      .map(([kind, count]) => `${bedKinds[kind as keyof typeof bedKinds]}: ${count}`)
    const bathroom = hasPrivateBathroom ? [texts.privateBathroom] : []
    return [name || roomTypes[roomType], ...beds, ...bathroom].join(', ')
  }
}
