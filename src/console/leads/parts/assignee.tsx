/** Who looks after a lead: chosen where it is shown. */
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { useLeadWrite, useStaff } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'

export function Assignee({ lead }: Pick<LeadProps, 'lead'>) {
  const session = useSession()
  const words = useLeadWords()
  const { words: shared } = useSpoken()
  const { staff, nameOf } = useStaff()
  const write = useLeadWrite(lead.uid, (assigneeUid: string | null, key) =>
    call('PATCH /leads/{uid}', { path: { uid: lead.uid }, body: { assigneeUid }, key }),
  )
  const { uid } = lead.assignee
  if (!may(session, 'bookings:write') || lead.status === 'SAMPLE') {
    return <>{uid ? (nameOf.get(uid) ?? '…') : words.nobody}</>
  }
  return (
    <>
      <select
        className="field inline"
        aria-label={shared.lead.assignee}
        disabled={write.isPending}
        value={uid ?? ''}
        onChange={({ target }) => write.run(target.value || null)}
      >
        <option value="">{words.nobody}</option>
        {uid && !staff.some(one => one.uid === uid) ? (
          <option value={uid}>{nameOf.get(uid) ?? '…'}</option>
        ) : null}
        {staff.map(one => (
          <option key={one.uid} value={one.uid}>
            {nameOf.get(one.uid)}
          </option>
        ))}
      </select>
      {write.error ? <Problem error={write.error} /> : null}
    </>
  )
}
