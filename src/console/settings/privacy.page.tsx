/** Page of the retention periods of personal data. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { type Settings, SettingsForms } from './settings-forms.tsx'

const privacy = {
  read: 'GET /agencies/{uid}/settings',
  operation: 'PATCH /agencies/{uid}/settings',
  envelope: 'agencySettings',
  sections: { retention: ['personalDataRetentionDays', 'messageRetentionDays'] },
} as const satisfies Settings

export function PrivacyPage() {
  const texts = useAgencyTranslations()
  return <SettingsForms settings={privacy} title={texts.privacy} texts={texts} />
}
