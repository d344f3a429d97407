/** French translations of the page of reviews. */
import type { ReviewTranslations } from './en.ts'

export const reviews: ReviewTranslations = {
  one: 'Avis',
  many: 'Avis',
  add: 'Ajouter un avis',
  empty: 'Les avis de vos voyageurs apparaissent ici, et vous pouvez y répondre.',
  sections: {
    review: 'Avis',
    internal: 'Commentaire privé',
  },
  fields: {
    author: 'Voyageur',
    propertyUid: 'Logement',
    rating: 'Note',
    date: 'Date',
    source: 'Source',
    title: 'Titre',
    content: 'Texte',
    privateFeedback: 'Pour vous seulement',
  },
  hints: {
    rating: 'De 1 à 5 étoiles',
  },
  columns: {
    answer: 'Réponse',
    isAnswered: 'Réponse',
  },
  values: {
    true: 'Avec réponse',
    false: 'Sans réponse',
    AIRBNB: 'Airbnb',
    BOOKING_DOT_COM: 'Booking.com',
    VRBO: 'Vrbo',
    FACEBOOK: 'Facebook',
    TRIPADVISOR: 'Tripadvisor',
    REVYOOS: 'Revyoos',
    HOSTFULLY: 'Direct',
  },
  answer: 'Répondre',
  edit: 'Modifier la réponse',
  yourAnswer: 'Votre réponse',
  send: 'Publier la réponse',
  answered: author => `Réponse à ${author} publiée`,
}
