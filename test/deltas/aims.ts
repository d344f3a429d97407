/** Writes that are aimed at what other objects show, where the list of writes makes one anew. */
import type { Write } from '../writes/write.ts'
import type { FullCase } from './full-case.ts'

export const aims: Record<string, (it: FullCase) => Partial<Write>> = {
  'PUT /employees/:uid': ({ employeeUid }) => ({ params: { uid: employeeUid } }),
  'PUT /services/:uid': ({ serviceUid }) => ({ params: { uid: serviceUid } }),
}
