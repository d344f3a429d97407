/** Who looks after a lead: seen and chosen in its row. */
import { useQueryClient } from '@tanstack/react-query'
import { call, callTagged } from '../../api/call.ts'
import { isChangedMeanwhile } from '../../api/problem.ts'
import { may, useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { Icon } from '../../kit/icons.tsx'
import { Problem } from '../../kit/problem.tsx'
import { assignedToast } from '../../leads/assigned-toast.ts'
import { useStaff } from '../../leads/staff.read.ts'
import { stayText } from '../../leads/title.ts'
import { newKey } from '../../plain-http.ts'
import { initialsOf } from '../../words/format.ts'
import { useSpoken } from '../../words/words.tsx'
import type { TodayLead } from '../today.ts'

export function AssignLead({ lead }: { lead: TodayLead }) {
  const { words: shared, locale } = useSpoken()
  const { today, lead: words } = shared
  const session = useSession()
  const client = useQueryClient()
  const { staff, nameOf } = useStaff()
  const uid = lead.assigneeUid
  const readAnew = () => {
    for (const read of ['today', 'leads', 'lead']) {
      void client.invalidateQueries({ queryKey: [read] })
    }
  }
  const write = useWrite(
    (to: string | null, key) => assign(lead, to, key).finally(readAnew),
    readAnew,
    (_, to) =>
      assignedToast({
        what: stayText(lead, shared, locale),
        to,
        nameOf,
        undo: () => assign({ ...lead, assigneeUid: to }, uid, newKey()).finally(readAnew),
      }),
  )
  const name = uid ? (nameOf.get(uid) ?? '') : ''
  const face = uid ? <span className="initials">{initialsOf(name)}</span> : <Icon name="person" />
  if (!may(session, 'bookings:write')) {
    return uid ? (
      <span className="assignee" role="img" aria-label={`${words.assignee} ${name}`} title={name}>
        {face}
      </span>
    ) : null
  }
  const isTaken = write.error instanceof AssignedMeanwhile || isChangedMeanwhile(write.error)
  return (
    <>
      <span className="assignee is-choice" title={name || today.nobodyYet}>
        <span aria-hidden="true">{face}</span>
        <select
          aria-label={today.assign(lead.guestName ?? words.noName)}
          disabled={write.isPending}
          value={uid ?? ''}
          onChange={({ target }) => write.run(target.value || null)}
        >
          <option value="">{today.nobodyYet}</option>
          {uid && !staff.some(one => one.uid === uid) ? <option value={uid}>{name}</option> : null}
          {staff.map(one => (
            <option key={one.uid} value={one.uid}>
              {nameOf.get(one.uid)}
            </option>
          ))}
        </select>
      </span>
      {write.error ? (
        <Problem error={write.error} {...(isTaken ? { text: today.assignedMeanwhile } : {})} />
      ) : null}
    </>
  )
}

/** Somebody else looks after it since the row was read. */
class AssignedMeanwhile extends Error {}

/** Does nothing to a lead that somebody else has assigned since it was shown. */
async function assign({ leadUid, assigneeUid: shown }: TodayLead, to: string | null, key: string) {
  const path = { uid: leadUid }
  const { answer, etag } = await callTagged('GET /leads/{uid}', { path })
  const { uid } = answer.lead.assignee
  // Sent again, it may have been done already.
  if (uid !== shown && uid !== to) throw new AssignedMeanwhile()
  await call('PATCH /leads/{uid}', { path, body: { assigneeUid: to }, etag, key })
}
