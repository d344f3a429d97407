/** Last step: invitations and e-mail, which have pages of their own. */
import { Link, useLocation } from 'wouter'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { usePublishChecks } from '../../shared/publish-checks.query.ts'
import { StepFrame } from './step-frame.tsx'

export function Team() {
  const { team, finish } = useSetupTranslations()
  const [, navigate] = useLocation()
  const { data = [] } = usePublishChecks()
  const lacksMail = data.some(({ code }) => code === 'MAIL_MISSING')
  const leave = () => navigate('/')
  return (
    <StepFrame step="team" next={leave} submit={leave} submitText={finish}>
      <p>
        <Link href="/settings/team/new">{team.invite}</Link>
      </p>
      <p>{lacksMail ? team.noMail : team.mail}</p>
    </StepFrame>
  )
}
