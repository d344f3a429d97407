/** Page of the agency's name, contact, region and default times. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { type Settings, SettingsForms } from './settings-forms.tsx'
import { SettingsPage } from './settings-page.tsx'

const hour = { unit: () => ':00' }

const agency = {
  read: 'GET /agencies/{uid}',
  operation: 'PATCH /agencies/{uid}',
  envelope: 'agency',
  sections: {
    contact: ['name', 'agencyEmailAddress', 'phoneNumber', 'website'],
    address: ['address1', 'zipCode', 'city', 'state', 'countryCode'],
    region: ['currency', 'timeZone'],
    stays: ['defaultCheckInTime', 'defaultCheckOutTime', 'rentalCondition'],
  },
  options: { defaultCheckInTime: hour, defaultCheckOutTime: hour },
} as const satisfies Settings

export function AgencyPage() {
  const texts = useAgencyTranslations()
  return (
    <SettingsPage title={texts.agency}>
      <SettingsForms settings={agency} texts={texts} />
    </SettingsPage>
  )
}
