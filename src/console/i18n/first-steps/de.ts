import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Richten Sie Ihre erste Unterkunft ein',
  text: 'Sobald Sie eine Unterkunft haben, erscheinen hier Anreisen, Abreisen und Aufgaben.',
  properties: 'Unterkunft mit Name und Adresse anlegen.',
  prices: 'Preise festlegen.',
  calendars: 'Kalender der Portale verbinden, auf denen sie inseriert ist.',
  staff: 'Ihr Team einladen.',
  read: 'API-Referenz öffnen',
}
