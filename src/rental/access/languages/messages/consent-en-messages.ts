import { type Html, html } from '../../../../platform/web/html.ts'

export const consentEn = {
  connectTitle: (partner: string) => `Connect ${partner}`,
  overviewTitle: 'Partners with access',
  connectIntro: (partner: Html) =>
    html`${partner} requests access to your properties. Sign in to choose what it can see and do.`,
  overviewIntro:
    'Sign in to see which partners have access to your properties, to change their access or to ' +
    'remove it.',
  decline: 'Decline',
  approve: 'Approve',
  notAllowed: 'Wrong e-mail or password, or no permission. You need a manager account for this.',
  invalidLink: 'This link isn’t valid',
  unregisteredRedirect: (partner: string) =>
    `Ask ${partner} for a new one: its return address is not registered with this server.`,
  unknownClient: 'Ask the partner for a new one: its client ID is not registered with this server.',
  connectHeading: (partner: string, agency: string) => `Connect ${partner} to ${agency}`,
  replacesAccess: (partner: string) => `Your choice replaces the current access of ${partner}.`,
  partnersHeading: (agency: string) => `Partners with access to ${agency}`,
  overviewHeading: (agency: string) => `Partners with access to ${agency}`,
  partnerTitle: (partner: string) => `Access of ${partner}`,
  partnerHeading: (partner: string, agency: string) => `Access of ${partner} to ${agency}`,
  save: 'Save',
  back: 'Back',
  removeAccess: 'Remove all access',
  removeAccessNote: (partner: string, agency: string) =>
    `${partner} loses access to ${agency}. To reconnect, it must be approved again.`,
  noPartners: 'No partner has access.',
  propertyCount: (count: number) => (count === 1 ? '1 property' : `${count} properties`),
  changeAccess: 'Change or remove',
  changeAccessOf: (partner: string) => `Change or remove the access of ${partner}`,
  accessLegend: (partner: string) => `What can ${partner} do?`,
  keepAccess: 'Keep current access; read-only for new ones',
  readAndChange: 'Read and edit: bookings, calendars, prices, content',
  readOnly: 'Read only',
  personalDataLegend: 'Personal data of guests',
  seesPersonal: (partner: string) =>
    `${partner} can see names, e-mail addresses, phone numbers and notes`,
  keepPersonal: 'Keep current access',
  allPersonal: 'Names, e-mail addresses, phone numbers and notes at all properties',
  noPersonal: 'No personal data',
  objectsLegend: 'Which properties?',
  noObjects: 'No properties yet',
  allObjects: 'All properties in this list',
  hotelRemark: 'all unit types, including new ones',
  since: (day: string) => `Since ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  deletedObject: 'a deleted property',
  may: { READ: 'read', READ_WRITE: 'read and edit' },
  withPersonal: (may: string) => `${may}, with personal data of guests`,
  accessMail: {
    subject: (partner: string, agency: string) => `${partner} now has access to ${agency}`,
    intro: (grantor: string, partner: string, agency: string) =>
      `${grantor} gave ${partner} new access to ${agency}:`,
    more: (count: number) => `and ${count} more`,
    footer: (url: string) =>
      `Review, change or remove access: ${url}\n` +
      'If this was a mistake, remove the access there and reset the password of the account that ' +
      'gave it.',
    operator: 'The operator of the server',
  },
  nothingChosen: 'Choose at least one property.',
  alreadyRemoved: 'This partner no longer has access.',
  accessRemoved: (partner: string) => `${partner} no longer has access.`,
  accessSaved: (partner: string) => `Saved for ${partner}.`,
}

export type ConsentMessages = typeof consentEn
