/** Write cases of jobs, services, service providers and order services. */
import { makeJob, makeProvider, makeService } from '../fixtures/jobs.ts'
import type { Case, Writes } from './write.ts'

const times = {
  startLocalDateTime: '2026-07-04T11:00:00',
  endLocalDateTime: '2026-07-04T14:00:00',
}
const cleaning = { title: 'Cleaning', cateredTo: 'HOST' }
const withoutEvent = { tells: { nothing: 'no event type is about services and their providers' } }

const jobBody = async ({ server, agencyUid, propertyUid }: Case) => ({
  propertyUid,
  serviceUid: await makeService(server, agencyUid),
  ...times,
})
const createJob = async ({ server, agencyUid, propertyUid }: Case) =>
  makeJob(server, agencyUid, {
    property_uid: propertyUid,
    service_uid: await makeService(server, agencyUid),
  })
const jobAction = (event: string) => async (agency: Case) => ({
  params: { uid: await createJob(agency) },
  tells: [event],
})
const createBreakfast = async ({ server, agencyUid }: Case) =>
  makeService(server, agencyUid, { catered_to: 'GUEST' })

export const writes: Writes = {
  'POST /jobs': async agency => ({ body: await jobBody(agency), tells: ['JOB_CREATED'] }),
  'PUT /jobs/:uid': async agency => ({
    params: { uid: await createJob(agency) },
    body: { ...(await jobBody(agency)), status: 'DONE' },
    tells: ['JOB_UPDATED', 'JOB_DONE'],
  }),
  'DELETE /jobs/:uid': jobAction('JOB_DELETED'),
  'POST /jobs/:uid/accept': jobAction('JOB_ACCEPTED'),
  'POST /jobs/:uid/decline': jobAction('JOB_DECLINED'),
  'POST /jobs/:uid/mark-as-done': jobAction('JOB_DONE'),
  'POST /services': () => ({ body: cleaning, ...withoutEvent }),
  'PUT /services/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeService(server, agencyUid) },
    body: cleaning,
    ...withoutEvent,
  }),
  'DELETE /services/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeService(server, agencyUid) },
    ...withoutEvent,
  }),
  'POST /service-providers': () => ({ body: { name: 'Bright Rooms' }, ...withoutEvent }),
  'PUT /service-providers/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeProvider(server, agencyUid) },
    body: { name: 'Bright Homes' },
    ...withoutEvent,
  }),
  'DELETE /service-providers/:uid': async ({ server, agencyUid, propertyUid }) => {
    const uid = await makeProvider(server, agencyUid)
    const service_uid = await makeService(server, agencyUid)
    const refers = { property_uid: propertyUid, service_uid, service_provider_uid: uid }
    await makeJob(server, agencyUid, refers)
    return { params: { uid }, tells: ['JOB_UPDATED'] }
  },
  'POST /orders/:orderUid/order-services': async agency => ({
    params: { orderUid: await agency.orderOf(await agency.leadIn('BK')) },
    body: { serviceUid: await createBreakfast(agency) },
    tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'],
  }),
  'DELETE /orders/:orderUid/order-services/:uid': async agency => {
    const orderUid = await agency.orderOf(await agency.leadIn('BK'))
    const body = { serviceUid: await createBreakfast(agency) }
    const { orderService } = await agency.made('POST', `/orders/${orderUid}/order-services`, body)
    const params = { orderUid, uid: orderService.uid as string }
    return { params, tells: ['BOOKING_UPDATED', 'ORDER_UPDATED'] }
  },
}

export const legacyWrites: Writes = {
  'POST /jobs': async agency => {
    const { startLocalDateTime: start, endLocalDateTime: end, ...named } = await jobBody(agency)
    return { body: { ...named, start, end }, tells: ['JOB_CREATED'] }
  },
  'PUT /jobs/:uid': async agency => {
    const { startLocalDateTime: start, endLocalDateTime: end, ...named } = await jobBody(agency)
    const body = { ...named, start, end, status: 'DECLINED' }
    return {
      params: { uid: await createJob(agency) },
      body,
      tells: ['JOB_UPDATED', 'JOB_DECLINED'],
    }
  },
  'DELETE /jobs/:uid': jobAction('JOB_DELETED'),
}
