import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Richten Sie Ihre erste Unterkunft ein',
  text: 'Sobald Sie eine Unterkunft haben, erscheinen hier Anreisen, Abreisen und Aufgaben.',
  ask: 'Diese Agentur hat noch keine Unterkunft. Ein Manager oder Administrator kann eine anlegen.',
  start: 'Einrichtung starten',
}
