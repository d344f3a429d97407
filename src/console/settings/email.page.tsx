/** Page of the server's e-mail. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { MailState } from './mail-state.tsx'

export function EmailPage() {
  const { email } = useAgencyTranslations()
  return (
    <section className="resource-form-page" aria-labelledby="settings-title">
      <div className="title-row">
        <h1 id="settings-title">{email.title}</h1>
      </div>
      <section className="card section-form" aria-labelledby="email-state">
        <h2 id="email-state">{email.state}</h2>
        <MailState />
      </section>
    </section>
  )
}
