import { type Html, html } from '../../../../platform/html.ts'

export const consentEn = {
  title: (partner: string) => `Connect ${partner}`,
  ownTitle: 'Partners with access',
  asks: (partner: Html) =>
    html`${partner} asks for access to your properties. Sign in to decide what it may see and do.`,
  own:
    'Sign in to see which partners have access to your properties, to change what they may do, ' +
    'or to end it.',
  decline: 'Decline',
  approve: 'Approve',
  notAllowed: 'This is not the e-mail address and password of somebody who may decide this.',
  incorrect: 'This request is not correct',
  noAddress: 'the address to return to is not registered',
  noClient: 'the client is not known',
  heading: (partner: string, agency: string) => `Connect ${partner} to ${agency}`,
  replaces: (partner: string) => `What you choose replaces what ${partner} was allowed before.`,
  whoHas: (agency: string) => `Who has access to ${agency}`,
  ownHeading: (agency: string) => `Partners with access to ${agency}`,
  partnerTitle: (partner: string) => `Access of ${partner}`,
  partnerHeading: (partner: string, agency: string) => `What ${partner} may do at ${agency}`,
  save: 'Save',
  back: 'Back',
  endAll: 'End all access',
  endText: (partner: string, agency: string) =>
    `${partner} will see nothing of ${agency} any more, and has to be approved anew to come back.`,
  nobody: 'No partner has access.',
  properties: (count: number) => (count === 1 ? '1 property' : `${count} properties`),
  change: 'Change or end',
  changeOf: (partner: string) => `Change or end the access of ${partner}`,
  what: (partner: string) => `What may ${partner} do there?`,
  keep: 'At each property what it may now; at further ones read',
  readAndChange: 'Read and change: bookings, calendars, prices, content',
  readOnly: 'Read only',
  personal: 'Personal data of guests',
  seesPersonal: (partner: string) =>
    `${partner} may see names, e-mail addresses, phone numbers and notes`,
  keepPersonal: (partner: string) => `${partner} may see them where it may now`,
  allPersonal: 'It may see names, e-mail addresses, phone numbers and notes everywhere',
  noPersonal: 'It may see them nowhere',
  which: 'Which properties?',
  none: 'There are no properties yet.',
  all: 'All properties of this list',
  hotel: 'all its unit types, later ones too',
  since: (day: string) => `Since ${day}`,
  lastUsed: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  deleted: 'a deleted one',
  may: { READ: 'read', READ_WRITE: 'read and change' },
  withPersonal: (may: string) => `${may}, with personal data of guests`,
  nothingChosen: 'Choose at least one property.',
  noLonger: 'It has no access any more.',
  ended: (partner: string) => `${partner} has no access any more.`,
  saved: (partner: string) => `Saved for ${partner}.`,
}

export type ConsentWords = typeof consentEn
