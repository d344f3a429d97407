/** Assignment of a lead, in its row. */
import { useQueryClient } from '@tanstack/react-query'
import { call, callWithEtag } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { isEditConflict } from '../../api/problem.ts'
import { may, useSession } from '../../api/session.tsx'
import { formatInitials } from '../../i18n/format.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { assignedToast } from '../../shared/assigned-toast.ts'
import { stayText } from '../../shared/lead/title.ts'
import { Problem } from '../../shared/problem.tsx'
import { useStaff } from '../../shared/staff.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { Icon } from '../../ui/icons.tsx'
import type { TodayLead } from '../today.ts'

export function AssignLead({ lead }: { lead: TodayLead }) {
  const { texts: shared, locale } = useLocalization()
  const { today, lead: texts } = shared
  const session = useSession()
  const client = useQueryClient()
  const { staff, namesByUid } = useStaff()
  const uid = lead.assigneeUid
  const invalidate = () => {
    for (const queryName of ['today', 'leads', 'lead']) {
      void client.invalidateQueries({ queryKey: [queryName] })
    }
  }
  const write = useWrite(
    (to: string | null, key) => assign(lead, to, key).finally(invalidate),
    invalidate,
    (_, to) =>
      assignedToast({
        name: stayText(lead, shared, locale),
        to,
        namesByUid,
        undo: () => assign({ ...lead, assigneeUid: to }, uid, newKey()).finally(invalidate),
      }),
  )
  const name = uid ? (namesByUid.get(uid) ?? '') : ''
  const avatar = uid ? (
    <span className="initials">{formatInitials(name)}</span>
  ) : (
    <Icon name="person" />
  )
  if (!may(session, 'bookings:write')) {
    return uid ? (
      <span className="assignee" role="img" aria-label={`${texts.assignee} ${name}`} title={name}>
        {avatar}
      </span>
    ) : null
  }
  const isConcurrent = write.error instanceof ConcurrentAssignment || isEditConflict(write.error)
  return (
    <>
      <span className="assignee is-choice" title={name || today.nobodyYet}>
        <span aria-hidden="true">{avatar}</span>
        <select
          aria-label={today.assign(lead.guestName ?? texts.noName)}
          disabled={write.isPending}
          value={uid ?? ''}
          onChange={({ target }) => write.run(target.value || null)}
        >
          <option value="">{today.nobodyYet}</option>
          {uid && !staff.some(employee => employee.uid === uid) ? (
            <option value={uid}>{name}</option>
          ) : null}
          {staff.map(employee => (
            <option key={employee.uid} value={employee.uid}>
              {namesByUid.get(employee.uid)}
            </option>
          ))}
        </select>
      </span>
      {write.error ? (
        <Problem error={write.error} {...(isConcurrent ? { text: today.assignedMeanwhile } : {})} />
      ) : null}
    </>
  )
}

/** Error: another user has assigned the lead since the row was loaded. */
class ConcurrentAssignment extends Error {}

/** Assigns a lead, unless another user has assigned it since it was displayed. */
async function assign(
  { leadUid, assigneeUid: displayedUid }: TodayLead,
  to: string | null,
  key: string,
) {
  const path = { uid: leadUid }
  const { body, etag } = await callWithEtag('GET /leads/{uid}', { path })
  const { uid } = body.lead.assignee
  // A retry may find its own assignment.
  if (uid !== displayedUid && uid !== to) throw new ConcurrentAssignment()
  await call('PATCH /leads/{uid}', { path, body: { assigneeUid: to }, etag, key })
}
