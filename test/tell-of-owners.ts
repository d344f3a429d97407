/** Acts that tell every event type of owners, what they own and is set off, and custom data. */
import type { ToldCase } from './told-case.ts'

export async function tellOfOwners({ made, agencyUid, propertyUid }: ToldCase): Promise<void> {
  const ada = { agencyUid, firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }
  const { uid: ownerUid } = (await made('POST', '/owners', ada)).owner
  await made('PATCH', `/owners/${ownerUid}`, { phoneNumber: '+1' })
  await made('PUT', `/property-ownership/${propertyUid}`, { ownerUid })
  const repair = { adjustmentType: 'DEBIT', name: 'Boiler', propertyUid, date: '2026-07-04' }
  const body = { ...repair, amount: 5, taxRate: 0, currency: 'USD' }
  const { uid } = (await made('POST', '/owner-adjustments', body)).ownerAdjustment
  await made('PUT', `/owner-adjustments/${uid}`, { ...body, amount: 6 })
  await made('DELETE', `/owner-adjustments/${uid}`)
  await made('DELETE', `/owners/${ownerUid}`)
}

export async function tellOfCustomData({ made, agencyUid, leadIn }: ToldCase): Promise<void> {
  const field = { agencyUid, name: 'Door code' }
  const { uid } = (await made('POST', '/custom-data-fields', field)).customDataField
  const named = { leadUid: await leadIn('NW'), customDataFieldUid: uid }
  for (const text of ['1', '2']) await made('POST', '/custom-data', { ...named, text })
  await made('DELETE', '/custom-data', named)
}
