/** Page of the agency's settings of holds, requests, quotes and booking pages. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { type Settings, SettingsForms } from './settings-forms.tsx'
import { SettingsPage } from './settings-page.tsx'

const hours = { unit: () => 'h' }

const booking = {
  read: 'GET /agencies/{uid}/settings',
  operation: 'PATCH /agencies/{uid}/settings',
  envelope: 'agencySettings',
  sections: {
    requests: ['requestNeedsConfirmation', 'requestHours', 'paymentHours'],
    holds: ['holdHours', 'quoteValidityHours', 'inquiryResponseHours'],
  },
  options: {
    requestHours: hours,
    paymentHours: hours,
    holdHours: hours,
    quoteValidityHours: hours,
    inquiryResponseHours: hours,
  },
} as const satisfies Settings

const bookingPages = {
  read: 'GET /dbs/agencies/{agencyUid}',
  operation: 'PUT /dbs/agencies/{agencyUid}',
  envelope: 'dbs',
  sections: { bookingPages: ['dbsEnabled', 'website'] },
  area: 'selling',
} as const satisfies Settings

export function BookingPage() {
  const texts = useAgencyTranslations()
  return (
    <SettingsPage title={texts.booking}>
      <SettingsForms settings={booking} texts={texts} />
      <SettingsForms settings={bookingPages} texts={{ ...texts, ...texts.bookingPages }} />
    </SettingsPage>
  )
}
