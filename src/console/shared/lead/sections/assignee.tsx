/** Field for the employee who is assigned to a lead. */
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { newKey } from '../../../api/new-key.ts'
import { isEditConflict } from '../../../api/problem.ts'
import { may, useSession } from '../../../api/session.tsx'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { lazyComponent } from '../../../routing/lazy.ts'
import { assignedToast } from '../../assigned-toast.ts'
import { Problem } from '../../problem.tsx'
import { useStaff } from '../../staff.query.ts'
import { useLastChange, useLeadPatch } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import { leadText } from '../title.ts'

/** Loaded lazily, because conflicts are rare. */
const LazyConflictNotice = lazyComponent(
  async () => (await import('../../../ui/edit-conflict.tsx')).EditConflictNotice,
)

/** Latest assignment by this page: the employee before and after it. */
interface Assignment {
  from: string | null
  to: string | null
}

export function Assignee({ lead }: Pick<LeadProps, 'lead'>) {
  const session = useSession()
  const texts = useLeadTranslations()
  const { texts: sharedTexts, locale } = useLocalization()
  const { staff, namesByUid } = useStaff()
  const { uid } = lead.assignee
  const [assignment, setAssignment] = useState<Assignment>({ from: uid, to: uid })
  const client = useQueryClient()
  const write = useLeadPatch(
    lead.uid,
    ({ assignee }) => assignee.uid === uid,
    () => {},
    ({ lead: after }, { body }) =>
      assignedToast({
        name: leadText(after, sharedTexts, locale),
        to: body.assigneeUid ?? null,
        namesByUid,
        undo: () => {
          const request = { path: { uid: lead.uid }, body: { assigneeUid: uid }, etag: after.etag }
          const reverse = call('PATCH /leads/{uid}', { ...request, key: newKey() })
          return reverse.finally(() => {
            for (const queryName of ['lead', 'leads', 'today']) {
              void client.invalidateQueries({ queryKey: [queryName] })
            }
          })
        },
      }),
  )
  const hasConflict = isEditConflict(write.error)
  const lastChange = useLastChange(lead.uid, { isEnabled: hasConflict })
  const assign = (to: string | null) => {
    setAssignment({ from: uid, to })
    void write.run({ body: { assigneeUid: to }, etag: lead.etag })
  }
  const formatEmployee = (employee: string | null) =>
    employee ? (namesByUid.get(employee) ?? '…') : texts.nobody
  if (!may(session, 'bookings:write') || lead.status === 'SAMPLE') {
    return <>{formatEmployee(uid)}</>
  }
  return (
    <>
      <select
        className="field inline"
        aria-label={sharedTexts.lead.assignee}
        disabled={write.isPending}
        value={uid ?? ''}
        onChange={({ target }) => assign(target.value || null)}
      >
        <option value="">{texts.nobody}</option>
        {uid && !staff.some(employee => employee.uid === uid) ? (
          <option value={uid}>{formatEmployee(uid)}</option>
        ) : null}
        {staff.map(employee => (
          <option key={employee.uid} value={employee.uid}>
            {namesByUid.get(employee.uid)}
          </option>
        ))}
      </select>
      {hasConflict ? (
        <Suspense>
          <LazyConflictNotice
            changes={[
              {
                name: sharedTexts.lead.assignee,
                before: formatEmployee(assignment.from),
                now: formatEmployee(uid),
              },
            ]}
            {...lastChange}
            isContested
            resolve={retainsOwn => (retainsOwn ? assign(assignment.to) : write.clearError())}
          />
        </Suspense>
      ) : write.error ? (
        <Problem error={write.error} />
      ) : null}
    </>
  )
}
