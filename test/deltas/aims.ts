/** What a write of the list is changed to, so that objects show it or it can be sent again. */
import type { Write } from '../writes/write.ts'
import type { FullCase } from './full-case.ts'
import { next } from './known-values.ts'

type Aim = (it: FullCase, write: Write) => Partial<Write>

const withName =
  (field: string, nameOf: () => string): Aim =>
  (_, { body }) => ({ body: { ...body, [field]: nameOf() } })
const withEmail = withName('email', () => `p${next()}@mail.example`)

export const aims: Record<string, Aim> = {
  'PUT /employees/:uid': ({ employeeUid }) => ({ params: { uid: employeeUid } }),
  'PUT /services/:uid': ({ serviceUid }) => ({ params: { uid: serviceUid } }),
  'POST /employees': withEmail,
  'POST /owners': withEmail,
  'POST /promo-codes': withName('code', () => `SUMMER${next()}`),
  'POST /custom-data-fields': withName('name', () => `Field ${next()}`),
  'POST /customdatafields': withName('name', () => `Field ${next()}`),
}
