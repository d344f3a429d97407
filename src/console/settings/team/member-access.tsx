/** Invitation and deactivation of an employee. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { may, useSession } from '../../api/session.tsx'
import { useTeamTranslations } from '../../i18n/team/translations.ts'
import { pickBody } from '../../resources/form/form-values.ts'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { type Invitation, InvitationNotice } from './invitation-notice.tsx'
import { team } from './team.ts'

type Employee = ResponseOf<'GET /employees/{uid}'>['employee']

export function MemberAccess({ item: employee }: { item: Employee }) {
  const { access, invitation: texts } = useTeamTranslations()
  const session = useSession()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const invite = useWrite(
    (_: null, key) =>
      call('POST /employees/{uid}/invitation', { path: { uid: employee.uid }, key }),
    ({ invitation }) => setInvitation(invitation),
    null,
  )
  const activity = useActivity(employee)
  if (!may(session, 'staff:write') || employee.uid === session.employee.uid) return null
  const error = invite.error ?? activity.error
  return (
    <section className="card section-form" aria-label={access.title}>
      <h2>{access.title}</h2>
      <p className="quiet">{employee.isActive ? access.active : access.inactive}</p>
      {invitation ? <InvitationNotice invitation={invitation} /> : null}
      {error ? <Problem error={error} /> : null}
      <div className="form-end">
        {employee.isActive ? (
          <Button
            className="button plain"
            isDisabled={invite.isPending}
            onPress={() => void invite.run(null)}
          >
            {texts.again}
          </Button>
        ) : null}
        <Button
          className={employee.isActive ? 'button plain danger' : 'button'}
          isDisabled={activity.isPending}
          onPress={() => void activity.run(!employee.isActive)}
        >
          {employee.isActive ? access.deactivate : access.activate}
        </Button>
      </div>
    </section>
  )
}

/** Write that activates or deactivates an employee. */
function useActivity(employee: Employee) {
  const { access } = useTeamTranslations()
  const client = useQueryClient()
  return useWrite(
    (isActive: boolean, key) => {
      const body = { ...pickBody(schemas['PUT /employees/{uid}'], employee), isActive }
      return call('PUT /employees/{uid}', {
        path: { uid: employee.uid },
        body: body as never,
        key,
      })
    },
    () => {
      for (const name of ['employees', 'publish-checks']) {
        void client.invalidateQueries({ queryKey: [name] })
      }
    },
    (_, isActive) => {
      const text = isActive ? access.activated : access.deactivated
      return { text: () => text(team.title(employee)) }
    },
  )
}
