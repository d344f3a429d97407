/** German translations of the page of reviews. */
import type { ReviewTranslations } from './en.ts'

export const reviews: ReviewTranslations = {
  one: 'Bewertung',
  many: 'Bewertungen',
  add: 'Bewertung anlegen',
  empty: 'Hier erscheinen die Bewertungen Ihrer Gäste, und Sie können antworten.',
  sections: {
    review: 'Bewertung',
    internal: 'Private Rückmeldung',
  },
  fields: {
    author: 'Gast',
    propertyUid: 'Unterkunft',
    rating: 'Sterne',
    date: 'Datum',
    source: 'Quelle',
    title: 'Titel',
    content: 'Text',
    privateFeedback: 'Nur für Sie',
  },
  hints: {
    rating: '1 bis 5 Sterne',
  },
  columns: {
    answer: 'Antwort',
    isAnswered: 'Antwort',
  },
  values: {
    true: 'Beantwortet',
    false: 'Unbeantwortet',
    AIRBNB: 'Airbnb',
    BOOKING_DOT_COM: 'Booking.com',
    VRBO: 'Vrbo',
    FACEBOOK: 'Facebook',
    TRIPADVISOR: 'Tripadvisor',
    REVYOOS: 'Revyoos',
    HOSTFULLY: 'Direkt',
  },
  answer: 'Antworten',
  edit: 'Antwort bearbeiten',
  yourAnswer: 'Ihre Antwort',
  send: 'Antwort veröffentlichen',
  answered: author => `${author} geantwortet`,
}
