/** Legacy `/v2/reviews`: contract/resources.md §9. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { readSort } from './read-review-sort.ts'
import { legacyReviewSchema, presentLegacyReview } from './review-shape.ts'
import { listReviews } from './reviews.ts'

export const legacyReviewRoutes = [
  route({
    method: 'GET',
    path: '/reviews',
    summary: 'List the reviews of a property',
    tag: 'Reviews',
    query: Type.Object({
      propertyUid: uid(),
      ...offsetQuery,
    }),
    response: Type.Array(legacyReviewSchema),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { limit, offset } = readOffsetPage(query)
      const { uid: propertyUid } = await requireProperty(ctx, query.propertyUid)
      const page = { limit, cursor: { offset, k: null } }
      const rows = await listReviews(ctx, { propertyUid }, readSort({}), page)
      // `listReviews` returns one row more if another page follows.
      return rows.slice(0, limit).map(row => presentLegacyReview(ctx, row))
    },
  }),
]
