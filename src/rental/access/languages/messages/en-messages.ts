import { type Html, html } from '../../../../platform/web/html.ts'

export const en = {
  /** Locale of dates. */
  locale: 'en-GB',
  /** Description of the pages for search engines. */
  description: 'Calendar, prices, reservations and guests of your vacation rentals.',
  email: 'E-mail address',
  password: 'Password',
  backToSignIn: 'Back to sign-in',
  errors: {
    title: 'Not possible',
    heading: 'That didn’t work',
    laterHeading: 'Try again later',
    wrongAddressHeading: 'Opened from the wrong address',
    wrongAddress: (publicUrl: string) =>
      `This server only accepts forms from ${publicUrl}. Open that address and try again. If ` +
      'your server uses a different address, ask its operator to set PUBLIC_URL.',
    tooMany: (seconds: string) => `Too many failed attempts. Try again in ${seconds} seconds.`,
    busy: (seconds: string) => `The server is busy. Try again in ${seconds} seconds.`,
    ended: 'Your session has ended. Please sign in again.',
    agencyDisabled: 'This agency is disabled. Contact the operator of this server.',
    noAccess: 'You don’t have access to this agency.',
    otherError: 'Go back and try again.',
  },
  unknownPage: {
    title: 'Page not found',
    text: 'Check the address.',
    toConsole: 'Open the console',
  },
  signIn: {
    title: 'Sign in',
    heading: 'Sign in to Lodgepole',
    submit: 'Sign in',
    forgotten: 'Forgot password?',
    wrong: 'Wrong e-mail or password.',
    again: 'Please sign in again.',
  },
  agency: {
    title: 'Choose an agency',
    intro: 'You can switch to another one later.',
  },
  forgotten: {
    title: 'Forgot password?',
    intro: 'We’ll e-mail you a link to choose a new password.',
    submit: 'Send link',
    noMail: 'This server can’t send e-mail. Ask your administrator for a reset link.',
    sentTitle: 'Check your e-mail',
    sent:
      'If there is an account for this address, we’ve sent you a link. The link works once, for ' +
      'one hour.',
    tooMany: (seconds: string) => `Too many links requested. Try again in ${seconds} seconds.`,
  },
  welcome: {
    title: 'Choose a password',
    heading: (firstName: string) => `Welcome, ${firstName}`,
    intro: (agency: string) => `Choose a password for ${agency}.`,
    newPassword: 'New password',
    length: '(at least 10 characters)',
    submit: 'Save and sign in',
    wrongLength: (min: number, max: number) => `Use ${min} to ${max} characters.`,
    linkExpiredHeading: 'This link has expired',
    linkExpired:
      'It has been used, is too old, or was replaced by a newer one. Request a new link, or ask ' +
      'your administrator for one.',
  },
  newAgency: {
    notSetUp: (command: Html) =>
      html`This server is not set up yet. Open the link in its log, or print it on
      the server with ${command}`,
    title: 'Set up Lodgepole',
    intro: 'Create your agency and your account. You can invite your team later.',
    agencyName: 'Name of your business',
    firstName: 'First name',
    lastName: 'Last name',
    language: 'Language',
    submit: 'Create agency',
    check: 'Please correct the highlighted fields.',
    invalid: {
      name: 'Enter 1 to 255 characters.',
      currency: 'Enter a currency code, such as EUR.',
      timeZone: 'Enter a time zone, such as Europe/Paris.',
      email: 'Enter an e-mail address, such as ada@pine.example.',
      language: 'Choose a language.',
    },
    linkInvalidHeading: 'This link doesn’t work',
    linkInvalid: (command: Html) =>
      html`It may be mistyped, used or expired, or this server already has an agency. If there is
      none yet, run this command on the server to get a new link: ${command}`,
  },
  account: {
    title: 'Your account',
    toConsole: 'Back to Lodgepole',
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
    switchTo: 'Switch to',
    switch: 'Switch agency',
    sessions: 'Active sessions',
    thisBrowser: 'This browser',
    unknownBrowser: 'Unknown browser',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    unknownAddress: 'Unknown address',
    lastUsed: (when: string) => `last used ${when}`,
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${device}`,
    ended: 'Signed out.',
    changePassword: 'Change password',
    changeIntro: 'You’ll be signed out on other devices.',
    currentPassword: 'Current password',
    change: 'Change password',
    changed: 'Password changed. You’ve been signed out on other devices.',
    wrongPassword: 'Wrong current password.',
  },
  firstSteps: {
    title: 'Let’s set up your first property',
    property: (call: Html) => html`Add a property with its name and address: ${call}`,
    prices: (call: Html) => html`Set prices: ${call}`,
    calendars: (call: Html) => html`Connect the calendars of the sites where it is listed: ${call}`,
    staff: (call: Html) => html`Invite your team: ${call}`,
    reference: 'Open the API reference',
  },
  noScript: (account: Html) =>
    html`Turn on JavaScript to use the console. Your account: ${account}`,
  mails: {
    hello: (firstName: string) => `Hello ${firstName},`,
    invitation: (agency: string) => `You’re invited to ${agency}`,
    invited: (agency: string) =>
      `${agency} has invited you to manage its properties with Lodgepole.\n` +
      'Choose a password here. The link works once, for one week:',
    reset: (agency: string) => `Reset your password for ${agency}`,
    resetRequested: (agency: string) =>
      `We received a request to reset your password for ${agency}.\n` +
      'Choose a new one here. The link works once, for one hour:',
    notYou: 'Didn’t ask for this? Ignore this e-mail. Your password stays the same.',
  },
}

export type PlainMessages = typeof en
