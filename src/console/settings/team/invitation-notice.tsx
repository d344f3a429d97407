/** Invitation that was sent, or its link. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import type { ResponseOf } from '../../api/response-types.ts'
import { timeText } from '../../i18n/format.ts'
import { useTeamTranslations } from '../../i18n/team-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { copyText } from '../../ui/copy-text.ts'

export type Invitation = ResponseOf<'POST /employees/{uid}/invitation'>['invitation']

/** The link is shown once: the server stores only its hash. */
export function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const { invitation: texts } = useTeamTranslations()
  const { locale } = useLocalization()
  const { email, link, expiresUtcDateTime } = invitation
  const [isCopied, setCopied] = useState(false)
  const expires = timeText(expiresUtcDateTime, locale)
  if (link === null) return <p role="status">{texts.sent(email ?? '', expires)}</p>
  const copy = async () => {
    await copyText(link)
    setCopied(true)
  }
  return (
    <div className="invitation" role="status">
      <p>{texts.noMail(expires)}</p>
      <p className="copy-row">
        <code className="field">{link}</code>
        <Button className="button" onPress={copy}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
      </p>
    </div>
  )
}
