/** English translations of the page of reviews. */

export const reviews = {
  one: 'Review',
  many: 'Reviews',
  add: 'Add review',
  empty: 'Reviews of your guests appear here, and you can answer them.',
  sections: {
    review: 'Review',
    internal: 'Private feedback',
  },
  fields: {
    author: 'Guest',
    propertyUid: 'Property',
    rating: 'Rating',
    date: 'Date',
    source: 'Source',
    title: 'Title',
    content: 'Text',
    privateFeedback: 'Only for you',
  },
  hints: {
    rating: '1 to 5 stars',
  },
  columns: {
    answer: 'Answer',
    isAnswered: 'Answer',
  },
  values: {
    true: 'Answered',
    false: 'Unanswered',
    AIRBNB: 'Airbnb',
    BOOKING_DOT_COM: 'Booking.com',
    VRBO: 'Vrbo',
    FACEBOOK: 'Facebook',
    TRIPADVISOR: 'Tripadvisor',
    REVYOOS: 'Revyoos',
    HOSTFULLY: 'Direct',
  },
  answer: 'Answer',
  edit: 'Edit answer',
  yourAnswer: 'Your answer',
  send: 'Publish answer',
  answered: (author: string) => `Answered ${author}`,
}

export type ReviewTranslations = typeof reviews
