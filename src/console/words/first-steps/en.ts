/** What an agency without a property is told. */
export const firstSteps = {
  title: 'Your agency has no property yet',
  text: 'Once there is a property, this page shows its days.',
  properties: 'Add a property, with its name and address.',
  prices: 'Give it prices.',
  calendars: 'Connect the calendars of the sites where it is listed.',
  staff: 'Invite those who work with you.',
  read: 'Read how each of them works',
}

export type FirstSteps = typeof firstSteps
