/** Reviews: contract/resources.md §9. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import type { PageRequest, SortOrder } from '../../../platform/db/pagination.ts'
import { invalidParameter, oneOfRequired } from '../../../platform/errors.ts'
import {
  bool,
  date,
  integer,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import {
  pagedResponse,
  pageQuery,
  readSortedList,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { createReview, type NewReview } from './create-review.ts'
import { deleteReview } from './delete-review.ts'
import { readSort, reviewSorts, sortDirections, sortKeyReader } from './read-review-sort.ts'
import { respondToReview } from './respond-to-review.ts'
import { ratingCategories, reviewSources } from './review.ts'
import { contentMax, presentReview, ratingCategorySchema, reviewSchema } from './review-shape.ts'
import { countReviews, listDeletedReviews, listReviews, requireReview } from './reviews.ts'

const listQuery = Type.Object({
  propertyUid: Type.Optional(uid()),
  leadUid: Type.Optional(uid()),
  agencyUid: Type.Optional(since('3.3', uid())),
  source: Type.Optional(text()),
  isAnswered: Type.Optional(since('3.3', bool())),
  updatedSince: Type.Optional(updatedSince()),
  sort: Type.Optional(oneOf(reviewSorts)),
  sortDirection: Type.Optional(named('SortDirection', oneOf(sortDirections))),
  ...pageQuery,
})

const reviewInput = shape('ReviewInput', {
  propertyUid: uid(),
  leadUid: Type.Optional(nullable(uid())),
  author: text({ min: 1 }),
  title: Type.Optional(nullable(text())),
  content: text({ min: 1, max: contentMax }),
  rating: integer(1, 5),
  date: Type.Optional(nullable(date())),
  source: Type.Optional(oneOf(reviewSources)),
  privateFeedback: Type.Optional(nullable(text({ max: contentMax }))),
  ratingCategories: Type.Optional(listOf(ratingCategorySchema, ratingCategories.length)),
})

const tag = 'Reviews'
const response = Type.Object({ review: reviewSchema })

export const reviewRoutes = [
  route({
    method: 'GET',
    path: '/reviews',
    summary: 'List reviews',
    tag,
    query: listQuery,
    response: pagedResponse('reviews', reviewSchema, { delta: true }),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'INVALID_CURSOR',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
    ],
    handler: async (ctx, { query, version }) => {
      const { source, isAnswered, updatedSince } = query
      const uidFilters = await readFilters(ctx, query, version)
      const filters = { ...uidFilters, source, isAnswered, updatedSince }
      const sort = readSort(query)
      const reviewSource = {
        list: (sortOrder: SortOrder, page: PageRequest) =>
          listReviews(ctx, filters, sortOrder, page),
        count: () => countReviews(ctx, filters),
        listDeleted: (since: Date, limit: number) => listDeletedReviews(ctx, filters, since, limit),
      }
      const { clock } = ctx
      const order = { sort, keyOf: sortKeyReader(sort) }
      const { rows, envelope } = await readSortedList(query, order, reviewSource, { clock })
      return { reviews: rows.map(row => presentReview(ctx, row)), ...envelope }
    },
  }),
  route({
    method: 'POST',
    path: '/reviews',
    since: '3.3',
    summary: 'Create a review',
    emits: ['REVIEW_CREATED'],
    tag,
    body: reviewInput,
    http: { status: 201 },
    response,
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'LEAD_NOT_FOUND',
    ],
    authorize: async (ctx, { body }) => {
      checkCategories(body)
      return requireProperty(ctx, body.propertyUid, { access: 'READ_WRITE' })
    },
    handler: async (ctx, { body, authorized }) => ({
      review: presentReview(ctx, await createReview(ctx, authorized, readNewReview(body))),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/reviews/:uid',
    summary: 'Delete a review',
    emits: ['REVIEW_DELETED'],
    tag,
    http: { status: 204 },
    errors: ['REVIEW_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireReview(ctx, params.uid!, { access: 'READ_WRITE' }),
    handler: async (ctx, { authorized }) => deleteReview(ctx, authorized),
  }),
  route({
    method: 'PUT',
    path: '/reviews/:uid/response',
    since: '3.3',
    operationId: 'respondToReview',
    summary: 'Respond to a review',
    emits: ['REVIEW_UPDATED'],
    tag,
    body: Type.Object({ text: nullable(text({ min: 1, max: contentMax })) }),
    response,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'REVIEW_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireReview(ctx, params.uid!, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized }) => ({
      review: presentReview(ctx, await respondToReview(ctx, authorized, body.text)),
    }),
  }),
]

/** @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, LEAD_NOT_FOUND */
async function readFilters(ctx: Context, query: Static<typeof listQuery>, version: Version) {
  const { agencyUid, propertyUid, leadUid } = query
  if (agencyUid === undefined && propertyUid === undefined && leadUid === undefined) {
    const agencyParameter = existsIn(version, { since: '3.3' }) ? ['agencyUid'] : []
    throw oneOfRequired(['propertyUid', 'leadUid', ...agencyParameter])
  }
  const accessibleAgencyUid =
    agencyUid === undefined ? undefined : requireAgencyUid(ctx.caller, agencyUid)
  const property = propertyUid === undefined ? undefined : await requireProperty(ctx, propertyUid)
  const lead = leadUid === undefined ? undefined : await requireLead(ctx, leadUid)
  return { agencyUid: accessibleAgencyUid, propertyUid: property?.uid, leadUid: lead?.uid }
}

/** @throws ApiError INVALID_PARAMETER */
function checkCategories({ ratingCategories: ratings = [] }: Static<typeof reviewInput>): void {
  const categories = new Set(ratings.map(({ category }) => category))
  if (categories.size < ratings.length) {
    throw invalidParameter('ratingCategories', 'must name each category once')
  }
}

function readNewReview(body: Static<typeof reviewInput>): NewReview {
  return {
    leadUid: body.leadUid ?? null,
    author: body.author,
    title: body.title ?? null,
    content: body.content,
    rating: body.rating,
    date: body.date ?? null,
    source: body.source ?? 'HOSTFULLY',
    privateFeedback: body.privateFeedback ?? null,
    ratingCategories: body.ratingCategories ?? [],
  }
}
