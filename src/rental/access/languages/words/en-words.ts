import { type Html, html } from '../../../../platform/html.ts'

export const en = {
  /** How dates are written. */
  locale: 'en-GB',
  email: 'E-mail address',
  password: 'Password',
  backToSignIn: 'Back to sign-in',
  refused: {
    title: 'Refused',
    heading: 'Not now',
    foreignHeading: 'This form comes from another address',
    foreign: (publicUrl: string) =>
      `Forms are only taken from pages of ${publicUrl}. If this is where you wanted to go, open ` +
      'that address; if the server is known by another one, its operator has to say so ' +
      '(PUBLIC_URL).',
    tooMany: (seconds: string) => `Too many failed attempts. Try again in ${seconds} s.`,
    busy: (seconds: string) => `The server is busy. Try again in ${seconds} s.`,
    ended: 'Your session has ended. Please sign in again.',
    noAccess: 'You have no access to this agency.',
    other: 'The server does not take this.',
  },
  signIn: {
    title: 'Sign in',
    intro: 'To look after your properties and guests.',
    submit: 'Sign in',
    forgotten: 'Forgotten your password?',
    wrong: 'E-mail address or password is wrong.',
    again: 'Please sign in again.',
  },
  agency: {
    title: 'For which agency?',
    intro: 'You can change to another one later.',
  },
  forgotten: {
    title: 'Forgotten your password?',
    intro: 'We send you a link by which to choose another.',
    submit: 'Send the link',
    noMail:
      'This server sends no mail. Ask an administrator of your agency for a new link, or who ' +
      'runs the server for a new password.',
    sentTitle: 'Look into your mail',
    sent:
      'If somebody with this address works here, a link is on its way. It is good once, and for ' +
      'an hour.',
    tooMany: (seconds: string) => `Too many links were asked for. Try again in ${seconds} s.`,
  },
  welcome: {
    title: 'Choose a password',
    intro: 'Choose a password, by which you sign in from now on.',
    newPassword: 'New password',
    length: '(10 characters or more)',
    submit: 'Save and sign in',
    wrongLength: (min: number, max: number) => `A password has ${min} to ${max} characters.`,
    goneHeading: 'This link is no longer good',
    gone:
      'It was used already, its time is over, or another one was sent since. Ask for a new link, ' +
      'or have an administrator of your agency make one.',
  },
  account: {
    title: 'Your account',
    hello: (firstName: string) => `Hello ${firstName}`,
    toConsole: 'To the console',
    signOut: 'Sign out',
    you: 'You',
    name: 'Name',
    role: 'Role',
    roles: {
      ADMIN: 'Administrator',
      MANAGER: 'Manager',
      STAFF: 'Staff',
      CLEANER: 'Cleaner',
      READ_ONLY: 'Read only',
    },
    agency: 'Your agency',
    timeZone: 'Time zone',
    currency: 'Currency',
    switchTo: 'Switch to another agency',
    switch: 'Switch agency',
    sessions: 'Where you are signed in',
    thisBrowser: 'This browser',
    unknownBrowser: 'Unknown browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    unknownAddress: 'Unknown address',
    lastUsed: (when: string) => `last used ${when}`,
    end: 'End',
    endOf: (device: string) => `End the session of ${device}`,
    ended: 'The session is ended.',
    changePassword: 'Change your password',
    changeIntro: 'You are then signed out everywhere else.',
    currentPassword: 'Current password',
    change: 'Change password',
    changed: 'Your password is changed. You are signed out everywhere else.',
    wrongPassword: 'The current password is wrong.',
  },
  firstSteps: {
    title: 'Your agency has no property yet',
    property: (call: Html) => html`Add a property: ${call} with its name and address.`,
    prices: (call: Html) => html`Give it prices: ${call}.`,
    calendars: (call: Html) =>
      html`Connect the calendars of the sites where it is listed: ${call}.`,
    staff: (call: Html) => html`Invite those who work with you: ${call}.`,
    reference: 'Read how each of them works',
  },
  noScript: (account: Html) => html`The console needs JavaScript. Your account is at ${account}.`,
  mails: {
    hello: (firstName: string) => `Hello ${firstName},`,
    invitation: (agency: string) => `Your place at ${agency}`,
    invited: (agency: string) =>
      `${agency} has invited you to Lodgepole, where it looks after its properties.\n` +
      'Choose a password here; the link is good once, and for a week:',
    reset: (agency: string) => `A new password for ${agency}`,
    asked: (agency: string) =>
      `Somebody, probably you, asked for a new password at ${agency}.\n` +
      'Choose it here; the link is good once, and for an hour:',
    notYou: 'If it was not you, you need do nothing: your password stays as it is.',
  },
}

export type PlainWords = typeof en
