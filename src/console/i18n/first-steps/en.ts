/** Instructions for an agency without properties. */
export const firstSteps = {
  title: 'Let’s set up your first property',
  text: 'Arrivals, departures and tasks appear here once you have a property.',
  ask: 'This agency has no property yet. A manager or an administrator can add one.',
  start: 'Start set-up',
}

export type FirstSteps = typeof firstSteps
