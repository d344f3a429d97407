/** Writes of jobs, services and their providers, and of services of orders. */
import { makeJob, makeProvider, makeService } from '../fixtures/jobs.ts'
import type { Case, Writes } from './write.ts'

const times = {
  startLocalDateTime: '2026-07-04T11:00:00',
  endLocalDateTime: '2026-07-04T14:00:00',
}
const cleaning = { title: 'Cleaning', cateredTo: 'HOST' }
const untold = { tells: { nothing: 'no event type is about services and their providers' } }

const bodyOf = async ({ server, agencyUid, propertyUid }: Case) => ({
  propertyUid,
  serviceUid: await makeService(server, agencyUid),
  ...times,
})
const madeJob = async ({ server, agencyUid, propertyUid }: Case) =>
  makeJob(server, agencyUid, {
    property_uid: propertyUid,
    service_uid: await makeService(server, agencyUid),
  })
const doing = (event: string) => async (it: Case) => ({
  params: { uid: await madeJob(it) },
  tells: [event],
})
const breakfast = async ({ server, agencyUid }: Case) =>
  makeService(server, agencyUid, { catered_to: 'GUEST' })

export const writes: Writes = {
  'POST /jobs': async it => ({ body: await bodyOf(it), tells: ['JOB_CREATED'] }),
  'PUT /jobs/:uid': async it => ({
    params: { uid: await madeJob(it) },
    body: { ...(await bodyOf(it)), status: 'DONE' },
    tells: ['JOB_UPDATED', 'JOB_DONE'],
  }),
  'DELETE /jobs/:uid': doing('JOB_DELETED'),
  'POST /jobs/:uid/accept': doing('JOB_ACCEPTED'),
  'POST /jobs/:uid/decline': doing('JOB_DECLINED'),
  'POST /jobs/:uid/mark-as-done': doing('JOB_DONE'),
  'POST /services': () => ({ body: cleaning, ...untold }),
  'PUT /services/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeService(server, agencyUid) },
    body: cleaning,
    ...untold,
  }),
  'DELETE /services/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeService(server, agencyUid) },
    ...untold,
  }),
  'POST /service-providers': () => ({ body: { name: 'Bright Rooms' }, ...untold }),
  'PUT /service-providers/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeProvider(server, agencyUid) },
    body: { name: 'Bright Homes' },
    ...untold,
  }),
  'DELETE /service-providers/:uid': async ({ server, agencyUid, propertyUid }) => {
    const uid = await makeProvider(server, agencyUid)
    const service_uid = await makeService(server, agencyUid)
    const refers = { property_uid: propertyUid, service_uid, service_provider_uid: uid }
    await makeJob(server, agencyUid, refers)
    return { params: { uid }, tells: ['JOB_UPDATED'] }
  },
  'POST /orders/:orderUid/order-services': async it => ({
    params: { orderUid: await it.orderOf(await it.leadIn('BK')) },
    body: { serviceUid: await breakfast(it) },
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
  }),
  'DELETE /orders/:orderUid/order-services/:uid': async it => {
    const orderUid = await it.orderOf(await it.leadIn('BK'))
    const body = { serviceUid: await breakfast(it) }
    const { orderService } = await it.made('POST', `/orders/${orderUid}/order-services`, body)
    const params = { orderUid, uid: orderService.uid as string }
    return { params, tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'] }
  },
}

export const legacyWrites: Writes = {
  'POST /jobs': async it => {
    const { startLocalDateTime: start, endLocalDateTime: end, ...named } = await bodyOf(it)
    return { body: { ...named, start, end }, tells: ['JOB_CREATED'] }
  },
  'PUT /jobs/:uid': async it => {
    const { startLocalDateTime: start, endLocalDateTime: end, ...named } = await bodyOf(it)
    const body = { ...named, start, end, status: 'DECLINED' }
    return { params: { uid: await madeJob(it) }, body, tells: ['JOB_UPDATED', 'JOB_DECLINED'] }
  },
  'DELETE /jobs/:uid': doing('JOB_DELETED'),
}
