/** Page of the server's e-mail. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { MailState } from './mail-state.tsx'
import { SettingsPage } from './settings-page.tsx'

export function EmailPage() {
  const { email } = useAgencyTranslations()
  return (
    <SettingsPage title={email.title}>
      <section className="card section-form" aria-labelledby="email-state">
        <h2 id="email-state">{email.state}</h2>
        <MailState />
      </section>
    </SettingsPage>
  )
}
