/** Last step: invitations, and the state of e-mail. */
import { Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { lazyComponent } from '../../routing/lazy.ts'
import { StepFrame } from './step-frame.tsx'

const MailState = lazyComponent(
  async () => (await import('../../settings/mail-state.tsx')).MailState,
)

export function Team() {
  const { team, finish } = useSetupTranslations()
  const { pages } = useTranslations()
  const [, navigate] = useLocation()
  const leave = () => navigate('/')
  return (
    <StepFrame step="team" next={leave} submit={leave} submitText={finish}>
      <p>
        <Link href="/settings/team/new">{team.invite}</Link>
      </p>
      <h3>{pages.email}</h3>
      <Suspense>
        <MailState />
      </Suspense>
    </StepFrame>
  )
}
