import type { FirstSteps } from './en.ts'

export const firstSteps: FirstSteps = {
  title: 'Ihre Agentur hat noch keine Unterkunft',
  text: 'Sobald es eine Unterkunft gibt, stehen hier ihre Tage.',
  properties: 'Legen Sie eine Unterkunft an, mit Name und Adresse.',
  prices: 'Geben Sie ihr Preise.',
  calendars: 'Verbinden Sie die Kalender der Seiten, auf denen sie steht.',
  staff: 'Laden Sie ein, wer mit Ihnen arbeitet.',
  read: 'Lesen, wie das geht',
}
