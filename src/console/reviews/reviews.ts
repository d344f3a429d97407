/** Reviews by guests. They cannot be changed, only answered and deleted. */
import { resource } from '../resources/resource.ts'

const ratingMax = 5

export const reviews = resource({
  path: '/reviews',
  one: 'review',
  many: 'reviews',
  page: '/reviews',
  area: 'inbox',
  scope: ({ agency }) => ({ agencyUid: agency.uid }),
  isPaged: true,
  title: ({ author }) => author,
  columns: [
    { name: 'author', show: ({ author }) => author },
    {
      name: 'rating',
      show: ({ rating }) => '★'.repeat(rating) + '☆'.repeat(Math.max(0, ratingMax - rating)),
    },
    { name: 'propertyUid', show: ({ propertyUid }, { nameOf }) => nameOf(propertyUid) },
    { name: 'source', show: ({ source }, { text }) => text(source) },
    { name: 'date', align: 'end', show: ({ date }, formats) => formats.date(date) },
  ],
  csv: [
    { name: 'title', show: ({ title }) => title },
    { name: 'content', show: ({ content }) => content },
    { name: 'answer', show: ({ reviewResponse }) => reviewResponse },
  ],
  sort: {
    date: { sort: 'SORT_BY_DATE', sortDirection: 'DESC' },
    rating: { sort: 'SORT_BY_RATING', sortDirection: 'DESC' },
  },
  filters: { isAnswered: ['false', 'true'], propertyUid: 'property' },
  firstFilters: { isAnswered: 'false' },
  sections: {
    review: ['author', 'propertyUid', 'rating', 'date', 'source', 'title', 'content'],
    internal: ['privateFeedback'],
  },
  remove: 'undo',
})
