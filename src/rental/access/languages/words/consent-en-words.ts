import { type Html, html } from '../../../../platform/html.ts'

export const consentEn = {
  title: (partner: string) => `Connect ${partner}`,
  ownTitle: 'Partners with access',
  asks: (partner: Html) =>
    html`${partner} requests access to your properties. Sign in to choose what it can see and do.`,
  own:
    'Sign in to see which partners have access to your properties, to change their access or to ' +
    'remove it.',
  decline: 'Decline',
  approve: 'Approve',
  notAllowed: 'Wrong e-mail or password, or no permission. You need a manager account for this.',
  incorrect: 'This link isn’t valid',
  noAddress: (partner: string) =>
    `Ask ${partner} for a new one: its return address is not registered with this server.`,
  noClient: 'Ask the partner for a new one: its client ID is not registered with this server.',
  heading: (partner: string, agency: string) => `Connect ${partner} to ${agency}`,
  replaces: (partner: string) => `Your choice replaces the current access of ${partner}.`,
  whoHas: (agency: string) => `Partners with access to ${agency}`,
  ownHeading: (agency: string) => `Partners with access to ${agency}`,
  partnerTitle: (partner: string) => `Access of ${partner}`,
  partnerHeading: (partner: string, agency: string) => `Access of ${partner} to ${agency}`,
  save: 'Save',
  back: 'Back',
  endAll: 'Remove all access',
  endText: (partner: string, agency: string) =>
    `${partner} loses access to ${agency}. To reconnect, it must be approved again.`,
  nobody: 'No partner has access.',
  properties: (count: number) => (count === 1 ? '1 property' : `${count} properties`),
  change: 'Change or remove',
  changeOf: (partner: string) => `Change or remove the access of ${partner}`,
  what: (partner: string) => `What can ${partner} do?`,
  keep: 'Keep current access; read-only for new ones',
  readAndChange: 'Read and edit: bookings, calendars, prices, content',
  readOnly: 'Read only',
  personal: 'Personal data of guests',
  seesPersonal: (partner: string) =>
    `${partner} can see names, e-mail addresses, phone numbers and notes`,
  keepPersonal: 'Keep current access',
  allPersonal: 'Names, e-mail addresses, phone numbers and notes at all properties',
  noPersonal: 'No personal data',
  which: 'Which properties?',
  none: 'No properties yet',
  all: 'All properties in this list',
  hotel: 'all unit types, including new ones',
  since: (day: string) => `Since ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  deleted: 'a deleted property',
  may: { READ: 'read', READ_WRITE: 'read and edit' },
  withPersonal: (may: string) => `${may}, with personal data of guests`,
  nothingChosen: 'Choose at least one property.',
  noLonger: 'This partner no longer has access.',
  ended: (partner: string) => `${partner} no longer has access.`,
  saved: (partner: string) => `Saved for ${partner}.`,
}

export type ConsentWords = typeof consentEn
