/** Instructions for an agency without properties. */
export const firstSteps = {
  title: 'Let’s set up your first property',
  text: 'Arrivals, departures and tasks appear here once you have a property.',
  properties: 'Add a property with its name and address.',
  prices: 'Set prices.',
  calendars: 'Connect the calendars of the sites where it is listed.',
  staff: 'Invite your team.',
  read: 'Open the API reference',
}

export type FirstSteps = typeof firstSteps
