/** Page of the agency's settings of holds, requests and quotes. */
import { useAgencyTranslations } from '../i18n/agency/translations.ts'
import { type Settings, SettingsForms } from './settings-forms.tsx'

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

export function BookingPage() {
  const texts = useAgencyTranslations()
  return <SettingsForms settings={booking} title={texts.booking} texts={texts} />
}
