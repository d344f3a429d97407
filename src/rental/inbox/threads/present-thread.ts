/** Responses of v3 with threads: contract/messaging.md §5. */
import {
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  uid,
  zonedDateTime,
} from '../../../platform/rest/fields.ts'
import {
  listParticipants,
  type Participant,
  participantTypes,
  readStatuses,
  type Thread,
  threadStatus,
  threadStatuses,
} from './thread.ts'

export const thread = shape('Thread', {
  uid: uid(),
  agencyUid: uid(),
  propertyUid: nullable(uid()),
  status: named('ThreadStatus', oneOf(threadStatuses)),
  creationDate: zonedDateTime(),
  lastUpdateDate: zonedDateTime(),
  participants: listOf(
    Type.Object({
      uid: uid(),
      participantType: named('ParticipantType', oneOf(participantTypes)),
      participantUid: uid(),
    }),
  ),
  participantsReadStatuses: listOf(
    Type.Object({
      participantUid: uid(),
      participantType: named('ParticipantType', oneOf(participantTypes)),
      readStatus: named('ReadStatus', oneOf(readStatuses)),
      readUtcDateTime: nullable(zonedDateTime()),
    }),
  ),
})

/** Presents a thread with its status at an instant. */
export function presentThread(row: Thread, now: Date) {
  const participants = listParticipants(row)
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    propertyUid: row.property_uid,
    status: threadStatus(row, now),
    creationDate: row.created_at.toISOString(),
    lastUpdateDate: row.updated_at.toISOString(),
    participants: participants.map(({ uid, participantType, participantUid }) => ({
      uid,
      participantType,
      participantUid,
    })),
    participantsReadStatuses: participants.map(presentReadStatus),
  }
}

function presentReadStatus({ participantUid, participantType, readAt }: Participant) {
  return {
    participantUid,
    participantType,
    readStatus: readAt === null ? 'UNREAD' : 'READ',
    readUtcDateTime: readAt?.toISOString() ?? null,
  }
}
