/** Spanish translations of the page of reviews. */
import type { ReviewTranslations } from './en.ts'

export const reviews: ReviewTranslations = {
  one: 'Reseña',
  many: 'Reseñas',
  add: 'Añadir reseña',
  empty: 'Aquí aparecen las reseñas de tus huéspedes, y puedes responderlas.',
  sections: {
    review: 'Reseña',
    internal: 'Comentario privado',
  },
  fields: {
    author: 'Huésped',
    propertyUid: 'Alojamiento',
    rating: 'Valoración',
    date: 'Fecha',
    source: 'Fuente',
    title: 'Título',
    content: 'Texto',
    privateFeedback: 'Solo para ti',
  },
  hints: {
    rating: 'De 1 a 5 estrellas',
  },
  columns: {
    answer: 'Respuesta',
    isAnswered: 'Respuesta',
  },
  values: {
    true: 'Respondida',
    false: 'Sin responder',
    AIRBNB: 'Airbnb',
    BOOKING_DOT_COM: 'Booking.com',
    VRBO: 'Vrbo',
    FACEBOOK: 'Facebook',
    TRIPADVISOR: 'Tripadvisor',
    REVYOOS: 'Revyoos',
    HOSTFULLY: 'Directo',
  },
  answer: 'Responder',
  edit: 'Editar respuesta',
  yourAnswer: 'Tu respuesta',
  send: 'Publicar respuesta',
  answered: author => `Respuesta a ${author} publicada`,
}
