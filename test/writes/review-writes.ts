/** Writes of reviews. */
import type { Case, Writes } from './write.ts'

const said = { author: 'Sam', content: 'Lovely.', rating: 5 }

const review = async ({ made, propertyUid }: Case) =>
  (await made('POST', '/reviews', { propertyUid, ...said })).review.uid as string

export const writes: Writes = {
  'POST /reviews': ({ propertyUid }) => ({
    body: { propertyUid, ...said },
    tells: ['REVIEW_CREATED'],
  }),
  'DELETE /reviews/:uid': async it => ({
    params: { uid: await review(it) },
    tells: ['REVIEW_DELETED'],
  }),
  'PUT /reviews/:uid/response': async it => ({
    params: { uid: await review(it) },
    body: { text: 'Thanks' },
    tells: ['REVIEW_UPDATED'],
  }),
}
