/** Invitation that was sent, or its link. */
import type { ResponseOf } from '../../api/response-types.ts'
import { timeText } from '../../i18n/format.ts'
import { useTeamTranslations } from '../../i18n/team/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { CopyField } from '../../ui/copy-field.tsx'

export type Invitation = ResponseOf<'POST /employees/{uid}/invitation'>['invitation']

/** The link is shown once: the server stores only its hash. */
export function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const { invitation: texts } = useTeamTranslations()
  const { locale, timeZone } = useLocalization()
  const { email, link, expiresUtcDateTime } = invitation
  const expires = timeText(expiresUtcDateTime, locale, timeZone)
  if (link === null) return <p role="status">{texts.sent(email ?? '', expires)}</p>
  return (
    <>
      <p role="status">{texts.noMail(expires)}</p>
      <CopyField label={texts.link} text={link} copy={texts.copy} copied={texts.copied} />
    </>
  )
}
