/** Write cases of reviews. */
import type { Case, Writes } from './write.ts'

const reviewFields = { author: 'Sam', content: 'Lovely.', rating: 5 }

const createReview = async ({ made, propertyUid }: Case) =>
  (await made('POST', '/reviews', { propertyUid, ...reviewFields })).review.uid as string

export const writes: Writes = {
  'POST /reviews': ({ propertyUid }) => ({
    body: { propertyUid, ...reviewFields },
    tells: ['REVIEW_CREATED'],
  }),
  'DELETE /reviews/:uid': async agency => ({
    params: { uid: await createReview(agency) },
    tells: ['REVIEW_DELETED'],
  }),
  'PUT /reviews/:uid/response': async agency => ({
    params: { uid: await createReview(agency) },
    body: { text: 'Thanks' },
    tells: ['REVIEW_UPDATED'],
  }),
}
