/** Reviews: contract/resources.md §9. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import type { PageRequest, SortOrder } from '../../../platform/db/page.ts'
import { invalidParameter, oneOfRequired } from '../../../platform/errors.ts'
import {
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
  pagedAnswer,
  pageQuery,
  readSortedList,
  updatedSince,
} from '../../../platform/rest/list.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { answerReview } from './answer-review.ts'
import { createReview, type NewReview } from './create-review.ts'
import { deleteReview } from './delete-review.ts'
import { keyIn, reviewSorts, sortDirections, sortOf } from './read-review-sort.ts'
import { ratingCategories, reviewSources } from './review.ts'
import { contentMax, presentReview, ratingCategory, review } from './review-shape.ts'
import { countReviews, listDeletedReviews, listReviews, reachedReview } from './reviews.ts'

const listQuery = Type.Object({
  propertyUid: Type.Optional(uid()),
  leadUid: Type.Optional(uid()),
  agencyUid: Type.Optional(since('3.3', uid())),
  source: Type.Optional(text()),
  updatedSince: Type.Optional(updatedSince()),
  sort: Type.Optional(oneOf(reviewSorts)),
  sortDirection: Type.Optional(named('SortDirection', oneOf(sortDirections))),
  ...pageQuery,
})

const newReview = shape('ReviewInput', {
  propertyUid: uid(),
  leadUid: Type.Optional(nullable(uid())),
  author: text({ min: 1 }),
  title: Type.Optional(nullable(text())),
  content: text({ min: 1, max: contentMax }),
  rating: integer(1, 5),
  date: Type.Optional(nullable(date())),
  source: Type.Optional(oneOf(reviewSources)),
  privateFeedback: Type.Optional(nullable(text({ max: contentMax }))),
  ratingCategories: Type.Optional(listOf(ratingCategory, ratingCategories.length)),
})

const tag = 'Reviews'
const answer = Type.Object({ review })

export const reviewRoutes = [
  route({
    method: 'GET',
    path: '/reviews',
    summary: 'List reviews',
    tag,
    query: listQuery,
    answer: pagedAnswer('reviews', review, { delta: true }),
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'INVALID_CURSOR',
      'ACCESS_DENIED',
      'LEAD_NOT_FOUND',
    ],
    handler: async (ctx, { query, version }) => {
      const { updatedSince } = query
      const of = await readFilters(ctx, query, version)
      const filters = { ...of, source: query.source, updatedSince }
      const sort = sortOf(query)
      const source = {
        list: (order: SortOrder, page: PageRequest) => listReviews(ctx, filters, order, page),
        count: () => countReviews(ctx, filters),
        listDeleted: (since: Date, limit: number) => listDeletedReviews(ctx, filters, since, limit),
      }
      const { clock } = ctx
      const { rows, beside } = await readSortedList(query, sort, keyIn(sort), source, { clock })
      return { reviews: rows.map(row => presentReview(ctx, row)), ...beside }
    },
  }),
  route({
    method: 'POST',
    path: '/reviews',
    since: '3.3',
    summary: 'Create a review',
    tells: ['REVIEW_CREATED'],
    tag,
    body: newReview,
    http: { status: 201 },
    answer,
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
      return reachedProperty(ctx, body.propertyUid, { access: 'READ_WRITE' })
    },
    handler: async (ctx, { body, reached }) => ({
      review: presentReview(ctx, await createReview(ctx, reached, fieldsFrom(body))),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/reviews/:uid',
    summary: 'Delete a review',
    tells: ['REVIEW_DELETED'],
    tag,
    http: { status: 204 },
    errors: ['REVIEW_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedReview(ctx, params.uid!, { access: 'READ_WRITE' }),
    handler: async (ctx, { reached }) => deleteReview(ctx, reached),
  }),
  route({
    method: 'PUT',
    path: '/reviews/:uid/response',
    since: '3.3',
    operationId: 'respondToReview',
    summary: 'Respond to a review',
    tells: ['REVIEW_UPDATED'],
    tag,
    body: Type.Object({ text: nullable(text({ min: 1, max: contentMax })) }),
    answer,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'REVIEW_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedReview(ctx, params.uid!, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached }) => ({
      review: presentReview(ctx, await answerReview(ctx, reached, body.text)),
    }),
  }),
]

/** @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, LEAD_NOT_FOUND */
async function readFilters(ctx: Context, query: Static<typeof listQuery>, version: Version) {
  const { agencyUid, propertyUid, leadUid } = query
  if (agencyUid === undefined && propertyUid === undefined && leadUid === undefined) {
    const ofAgency = existsIn(version, { since: '3.3' }) ? ['agencyUid'] : []
    throw oneOfRequired(['propertyUid', 'leadUid', ...ofAgency])
  }
  const agency = agencyUid === undefined ? undefined : reachedAgencyUid(ctx.caller, agencyUid)
  const property = propertyUid === undefined ? undefined : await reachedProperty(ctx, propertyUid)
  const lead = leadUid === undefined ? undefined : await reachedLead(ctx, leadUid)
  return { agencyUid: agency, propertyUid: property?.uid, leadUid: lead?.uid }
}

/** @throws ApiError INVALID_PARAMETER */
function checkCategories({ ratingCategories: rated = [] }: Static<typeof newReview>): void {
  const named = new Set(rated.map(({ category }) => category))
  if (named.size < rated.length) {
    throw invalidParameter('ratingCategories', 'must name each category once')
  }
}

function fieldsFrom(body: Static<typeof newReview>): NewReview {
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
