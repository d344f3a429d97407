/** Changes to write cases, so that lists contain their objects or that they can be repeated. */
import type { Write } from '../write-cases/write.ts'
import type { FullCase } from './full-case.ts'
import { next } from './known-values.ts'

type WriteOverride = (testCase: FullCase, write: Write) => Partial<Write>

const withName =
  (field: string, nextName: () => string): WriteOverride =>
  (_, { body }) => ({ body: { ...body, [field]: nextName() } })
const withEmail = withName('email', () => `p${next()}@mail.example`)

export const overridesByRoute: Record<string, WriteOverride> = {
  'PUT /employees/:uid': ({ employeeUid }) => ({ params: { uid: employeeUid } }),
  'PUT /services/:uid': ({ serviceUid }) => ({ params: { uid: serviceUid } }),
  'POST /employees': withEmail,
  'POST /owners': withEmail,
  'POST /promo-codes': withName('code', () => `SUMMER${next()}`),
  'POST /custom-data-fields': withName('name', () => `Field ${next()}`),
  'POST /customdatafields': withName('name', () => `Field ${next()}`),
}
