/** Who looks after a lead: chosen where it is shown. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { isChangedMeanwhile } from '../../api/problem.ts'
import { may, useSession } from '../../api/session.tsx'
import { comesLater } from '../../comes-later.ts'
import { Problem } from '../../kit/problem.tsx'
import { newKey } from '../../plain-http.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { assignedToast } from '../assigned-toast.ts'
import { useChanger, useLeadPatch } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'
import { useStaff } from '../staff.read.ts'
import { leadText } from '../title.ts'

/** Two seldom choose at once. */
const ChangedMeanwhile = comesLater(
  async () => (await import('../../kit/meanwhile.tsx')).ChangedMeanwhile,
)

/** What somebody has chosen, and what stood there before. */
interface Wanted {
  from: string | null
  to: string | null
}

export function Assignee({ lead }: Pick<LeadProps, 'lead'>) {
  const session = useSession()
  const words = useLeadWords()
  const { words: shared, locale } = useSpoken()
  const { staff, nameOf } = useStaff()
  const { uid } = lead.assignee
  const [wanted, setWanted] = useState<Wanted>({ from: uid, to: uid })
  const client = useQueryClient()
  const write = useLeadPatch(
    lead.uid,
    ({ assignee }) => assignee.uid === uid,
    () => {},
    ({ lead: after }, { body }) =>
      assignedToast({
        what: leadText(after, shared, locale),
        to: body.assigneeUid ?? null,
        nameOf,
        undo: () => {
          const given = { path: { uid: lead.uid }, body: { assigneeUid: uid }, etag: after.etag }
          const reverse = call('PATCH /leads/{uid}', { ...given, key: newKey() })
          return reverse.finally(() => {
            for (const read of ['lead', 'leads', 'today']) {
              void client.invalidateQueries({ queryKey: [read] })
            }
          })
        },
      }),
  )
  const isChanged = isChangedMeanwhile(write.error)
  const changer = useChanger(lead.uid, isChanged)
  const assign = (to: string | null) => {
    setWanted({ from: uid, to })
    void write.run({ body: { assigneeUid: to }, etag: lead.etag })
  }
  const textOf = (one: string | null) => (one ? (nameOf.get(one) ?? '…') : words.nobody)
  if (!may(session, 'bookings:write') || lead.status === 'SAMPLE') {
    return <>{textOf(uid)}</>
  }
  return (
    <>
      <select
        className="field inline"
        aria-label={shared.lead.assignee}
        disabled={write.isPending}
        value={uid ?? ''}
        onChange={({ target }) => assign(target.value || null)}
      >
        <option value="">{words.nobody}</option>
        {uid && !staff.some(one => one.uid === uid) ? (
          <option value={uid}>{textOf(uid)}</option>
        ) : null}
        {staff.map(one => (
          <option key={one.uid} value={one.uid}>
            {nameOf.get(one.uid)}
          </option>
        ))}
      </select>
      {isChanged ? (
        <Suspense>
          <ChangedMeanwhile
            changes={[
              { name: shared.lead.assignee, before: textOf(wanted.from), now: textOf(uid) },
            ]}
            {...changer}
            isContested
            settle={isMine => (isMine ? assign(wanted.to) : write.forget())}
          />
        </Suspense>
      ) : write.error ? (
        <Problem error={write.error} />
      ) : null}
    </>
  )
}
