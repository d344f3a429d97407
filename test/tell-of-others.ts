/** Acts that tell every event type of the nouns around stays, done with success. */
import { makeService } from './jobs.ts'
import { sendMessages } from './postman.ts'
import type { TestServer } from './server.ts'
import type { ToldCase } from './told-case.ts'

export async function tellOfIcals({ made, propertyUid }: ToldCase): Promise<void> {
  const calendar = { propertyUid, name: 'Abroad', url: 'https://calendar.example/1.ics' }
  const ical = `/icals/${(await made('POST', '/icals', calendar)).ical.uid}`
  for (const _ of [1, 2, 3, 4]) await made('POST', `${ical}/sync`)
  await made('DELETE', ical)
}

export async function tellOfJobs(server: TestServer, given: ToldCase): Promise<void> {
  const { made, agencyUid, propertyUid } = given
  const serviceUid = await makeService(server, agencyUid)
  const ends = { start: '2026-07-04T11:00', end: '2026-07-04T14:00' }
  const { job } = await made('POST', '/jobs', { propertyUid, serviceUid, ...ends })
  await made('PUT', `/jobs/${job.uid}`, { ...job, notes: 'Key in the box' })
  for (const action of ['decline', 'accept', 'mark-as-done']) {
    await made('POST', `/jobs/${job.uid}/${action}`)
  }
  await made('DELETE', `/jobs/${job.uid}`)
}

export async function tellOfMessages(server: TestServer, { made, leadIn }: ToldCase) {
  const letter = { type: 'AIRBNB', content: { text: 'Hello' } }
  await made('POST', '/messages/inbound', { leadUid: await leadIn('NW'), ...letter })
  const mail = { type: 'EMAIL', content: { text: 'Welcome' } }
  const leadUid = await leadIn('NW', { email: 'ada@guest.example' })
  await made('POST', '/messages', { leadUid, ...mail })
  await sendMessages(server)
}

export async function tellOfAccess({ made, propertyUid, leadIn }: ToldCase): Promise<void> {
  const leadUid = await leadIn('NW')
  const { pinCode } = await made('POST', '/pin-codes', { propertyUid, leadUid })
  await made('PUT', `/pin-codes/${pinCode.uid}`, { code: '4711' })
  await made('DELETE', `/pin-codes/${pinCode.uid}`)
  const link = { propertyUid, channel: 'YONDER' }
  const { propertyChannelLink } = await made('POST', '/property-channel-links', link)
  const listing = `/property-channel-links/${propertyChannelLink.uid}`
  await made('POST', `${listing}/report-sync`)
  await made('DELETE', listing)
  await made('PUT', `/dbs/properties/${propertyUid}`, { enabled: true })
}

export async function tellOfReviews({ made, propertyUid }: ToldCase): Promise<void> {
  const said = { propertyUid, author: 'Sam', content: 'Lovely.', rating: 5 }
  const { review } = await made('POST', '/reviews', said)
  await made('PUT', `/reviews/${review.uid}/response`, { text: 'Thanks' })
  await made('DELETE', `/reviews/${review.uid}`)
}
