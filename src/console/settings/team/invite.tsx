/** Form that invites an employee, and the invitation that it creates. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSession } from '../../api/session.tsx'
import { useTeamTranslations } from '../../i18n/team/translations.ts'
import { CreateForm } from '../../resources/form/create-form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { type Invitation, InvitationNotice } from './invitation-notice.tsx'
import { team } from './team.ts'

export function Invite() {
  const texts = useTeamTranslations()
  const { agency } = useSession()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  return (
    <section className="resource-form-page" aria-labelledby="resource-title">
      <Link className="back-link" href={team.page}>
        <Icon name="left" />
        {texts.many}
      </Link>
      <div className="title-row">
        <h1 id="resource-title">{texts.add}</h1>
      </div>
      {invitation ? (
        <section className="card section-form" aria-label={texts.invitation.title}>
          <InvitationNotice invitation={invitation} />
          <div className="form-end">
            <Link className="button link" href={team.page}>
              {texts.invitation.done}
            </Link>
          </div>
        </section>
      ) : (
        <CreateForm
          operation="POST /employees"
          envelope="invitation"
          sections={team.sections}
          start={team.start()}
          fixed={{ agencyUid: agency.uid }}
          texts={texts}
          submitText={texts.add}
          toName={() => texts.invitation.title}
          onCreate={created => {
            setInvitation(created as Invitation)
            void client.invalidateQueries({ queryKey: ['employees'] })
            void client.invalidateQueries({ queryKey: ['publish-checks'] })
          }}
          close={() => navigate(team.page)}
        />
      )}
    </section>
  )
}
