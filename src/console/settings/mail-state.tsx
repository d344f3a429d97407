/** State of the server's e-mail: a test if it sends mail, otherwise the settings that it needs. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { Problem } from '../shared/problem.tsx'
import { usePublishChecks } from '../shared/publish-checks.query.ts'
import { DescriptionItem, DescriptionList } from '../ui/description-list.tsx'
import { TestMail } from './test-mail.tsx'

/** Settings file of the server; the values are examples. */
const settings = `SMTP_URL=smtp://user:password@mail.example.org:587
MAIL_FROM=stay@example.org`

export function MailState() {
  const { email } = useAgencyTranslations()
  const { frame } = useTranslations()
  const { server } = useSession()
  const { data, error, refetch } = usePublishChecks()
  if (!data) {
    return error ? (
      <Problem error={error} retry={refetch} />
    ) : (
      <p className="waits">{frame.loading}</p>
    )
  }
  if (data.some(({ code }) => code === 'MAIL_MISSING')) {
    return (
      <>
        <p>{email.missing}</p>
        <p>{email.settings}</p>
        <pre className="field code-lines">{settings}</pre>
        <p className="quiet">{email.restart}</p>
      </>
    )
  }
  return (
    <>
      <p>{email.ready}</p>
      {server.hasSystemPage ? <MailServer /> : null}
    </>
  )
}

/** Sender and mail server, which only administrators of the server's agency see, and the test. */
function MailServer() {
  const { email } = useAgencyTranslations()
  const { data } = useQuery({
    queryKey: ['system'],
    queryFn: async ({ signal }) => (await call('GET /system', { signal })).system,
  })
  return (
    <>
      <DescriptionList>
        <DescriptionItem name={email.sender}>{data?.mail.from ?? '…'}</DescriptionItem>
        <DescriptionItem name={email.host}>{data?.mail.host ?? '…'}</DescriptionItem>
      </DescriptionList>
      <TestMail />
    </>
  )
}
