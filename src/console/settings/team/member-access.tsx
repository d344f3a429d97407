/** State of an employee's account, with invitation and deactivation. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import type { ResponseOf } from '../../api/response-types.ts'
import { schemas } from '../../api/schemas/api-schemas.ts'
import { may, useSession } from '../../api/session.tsx'
import { dateText } from '../../i18n/format.ts'
import { useTeamTranslations } from '../../i18n/team/translations.ts'
import { useLocalization, useTranslations } from '../../i18n/translations.tsx'
import { pickBody } from '../../resources/form/form-values.ts'
import { Problem } from '../../shared/problem.tsx'
import { employeesQuery } from '../../shared/staff.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx'
import { type Invitation, InvitationNotice } from './invitation-notice.tsx'
import { team } from './team.ts'

type Employee = ResponseOf<'GET /employees/{uid}'>['employee']

export function MemberAccess({ item: employee }: { item: Employee }) {
  const { access, invitation: texts } = useTeamTranslations()
  const session = useSession()
  const { problem } = useTranslations()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const invite = useWrite(
    (_: null, key) =>
      call('POST /employees/{uid}/invitation', { path: { uid: employee.uid }, key }),
    ({ invitation }) => setInvitation(invitation),
    null,
  )
  const activity = useActivity(employee)
  const isLastAdmin = useLastAdmin(employee)
  if (employee.hasPassword === undefined) return null
  const mayChange = may(session, 'staff:write') && employee.uid !== session.employee.uid
  const error = invite.error ?? activity.error
  return (
    <section className="card section-form" aria-label={access.title}>
      <h2>{access.title}</h2>
      <AccountState employee={employee} />
      {isLastAdmin ? <p>{problem.lastAdmin}</p> : null}
      {mayChange ? (
        <p className="quiet">{employee.isActive ? access.active : access.inactive}</p>
      ) : null}
      {invitation ? <InvitationNotice invitation={invitation} /> : null}
      {error ? <Problem error={error} /> : null}
      {mayChange ? (
        <div className="form-end">
          {employee.isActive ? (
            <Button
              className="button plain"
              isDisabled={invite.isPending}
              onPress={() => void invite.run(null)}
            >
              {employee.hasPassword ? texts.again : texts.resend}
            </Button>
          ) : null}
          {isLastAdmin ? null : (
            <Button
              className={employee.isActive ? 'button plain danger' : 'button'}
              isDisabled={activity.isPending}
              onPress={() => void activity.run(!employee.isActive)}
            >
              {employee.isActive ? access.deactivate : access.activate}
            </Button>
          )}
        </div>
      ) : null}
    </section>
  )
}

/** Invitation, password and last use of the console; of ended sessions only the day is known. */
function AccountState({ employee }: { employee: Employee }) {
  const { access } = useTeamTranslations()
  const { locale } = useLocalization()
  const { invitedUtcDateTime: invited, hasPassword, lastSeenUtcDateTime: seen } = employee
  return (
    <DescriptionList>
      <DescriptionItem name={access.invited}>
        {invited ? dateText(invited, locale, 'long') : null}
      </DescriptionItem>
      <DescriptionItem name={access.password}>
        {hasPassword ? access.hasPassword : access.noPassword}
      </DescriptionItem>
      <DescriptionItem name={access.lastSeen}>
        {seen ? dateText(seen, locale, 'long') : access.never}
      </DescriptionItem>
    </DescriptionList>
  )
}

/** Returns whether an employee is the only active administrator. */
function useLastAdmin({ uid, role, isActive }: Employee): boolean {
  const { agency } = useSession()
  const { data } = useQuery(employeesQuery(agency.uid))
  const isOther = (other: { uid: string; role: string }) =>
    other.role === 'ADMIN' && other.uid !== uid
  return role === 'ADMIN' && isActive && data !== undefined && !data.some(isOther)
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
