/** Page of the server's e-mail: its state, and the settings that it needs. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { Problem } from '../shared/problem.tsx'
import { usePublishChecks } from '../shared/publish-checks.query.ts'

/** Settings file of the server; the values are examples. */
const settings = `SMTP_URL=smtp://user:password@mail.example.org:587
MAIL_FROM=stay@example.org`

export function EmailPage() {
  const { email } = useAgencyTranslations()
  const { frame } = useTranslations()
  const { data, error, refetch } = usePublishChecks()
  return (
    <section className="resource-form-page" aria-labelledby="settings-title">
      <div className="title-row">
        <h1 id="settings-title">{email.title}</h1>
      </div>
      {error && !data ? <Problem error={error} retry={refetch} /> : null}
      {data ? (
        <section className="card section-form" aria-labelledby="email-state">
          <h2 id="email-state">{email.state}</h2>
          {data.some(({ code }) => code === 'MAIL_MISSING') ? (
            <>
              <p>{email.missing}</p>
              <p>{email.settings}</p>
              <pre className="field code-lines">{settings}</pre>
              <p className="quiet">{email.restart}</p>
            </>
          ) : (
            <p>{email.ready}</p>
          )}
        </section>
      ) : error ? null : (
        <p className="waits">{frame.loading}</p>
      )}
    </section>
  )
}
