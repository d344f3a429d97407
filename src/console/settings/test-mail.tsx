/** Test of the mail server: a mail to the address of the user. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../api/call.ts'
import { ApiProblem } from '../api/problem.ts'
import type { ResponseOf } from '../api/response-types.ts'
import { may, useSession } from '../api/session.tsx'
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { untilText } from '../i18n/format.ts'
import { useLocalization } from '../i18n/translations.tsx'
import { Problem } from '../shared/problem.tsx'
import { useWrite } from '../shared/writes/use-write.ts'

/** Response of the server, or the seconds until a further test is allowed. */
type Outcome = ResponseOf<'POST /system/test-mail'> | { waitSeconds: number }

export function TestMail() {
  const { email: texts } = useAgencyTranslations()
  const { texts: general } = useLocalization()
  const session = useSession()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const write = useWrite((_: null) => sendTestMail(), setOutcome, null)
  if (!may(session, 'keys:write')) return null
  return (
    <>
      <div role="status">
        {outcome && !write.isPending ? (
          <OutcomeText outcome={outcome} email={session.employee.email} />
        ) : null}
      </div>
      {write.error ? <Problem error={write.error} /> : null}
      <p className="form-end">
        <Button
          className="button plain"
          isDisabled={write.isPending}
          onPress={() => void write.run(null)}
        >
          {write.isPending ? general.form.sending : texts.test}
        </Button>
        <span className="quiet small">{texts.testText}</span>
      </p>
    </>
  )
}

/** Sends the mail. A refusal by the limit is an outcome: `useWrite` would wait and repeat it. */
async function sendTestMail(): Promise<Outcome> {
  try {
    return await call('POST /system/test-mail')
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 429) throw error
    return { waitSeconds: error.retryAfter ?? 0 }
  }
}

function OutcomeText({ outcome, email }: { outcome: Outcome; email: string }) {
  const { email: texts } = useAgencyTranslations()
  const { locale } = useLocalization()
  if ('waitSeconds' in outcome) {
    const now = Date.now()
    const until = new Date(now + outcome.waitSeconds * 1_000).toISOString().slice(0, -1)
    return <p>{texts.tooMany(untilText(until, now, locale))}</p>
  }
  const seconds = new Intl.NumberFormat(locale, {
    ...({ style: 'unit', unit: 'second' } as const),
    maximumFractionDigits: 1,
  }).format(outcome.ms / 1_000)
  if (outcome.sent) return <p>{texts.sent(email, seconds)}</p>
  return (
    <>
      <p>{texts.notSent(seconds)}</p>
      <p className="field-error" lang="en">
        {outcome.error}
      </p>
    </>
  )
}
