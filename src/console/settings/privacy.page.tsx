/** Page of the retention periods of personal data. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { type Settings, SettingsForms } from './settings-forms.tsx'
import { SettingsPage } from './settings-page.tsx'

const privacy = {
  read: 'GET /agencies/{uid}/settings',
  operation: 'PATCH /agencies/{uid}/settings',
  envelope: 'agencySettings',
  sections: { retention: ['personalDataRetentionDays', 'messageRetentionDays'] },
} as const satisfies Settings

export function PrivacyPage() {
  const texts = useAgencyTranslations()
  return (
    <SettingsPage title={texts.privacy}>
      <SettingsForms settings={privacy} texts={texts} />
    </SettingsPage>
  )
}
