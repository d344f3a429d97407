/** Tasks in the list. Pure functions. */
import type { ResponseOf } from '../api/response-types.ts'

export type Task = ResponseOf<'GET /jobs'>['jobs'][number]

/** Groups tasks, in their order, by the day on which they end. */
export function groupByDay(tasks: readonly Task[]): [day: string, tasks: Task[]][] {
  return [...Map.groupBy(tasks, ({ endLocalDateTime }) => endLocalDateTime.slice(0, 10))]
}

type Property = Pick<
  ResponseOf<'GET /properties'>['properties'][number],
  'uid' | 'name' | 'address'
>

/** Returns names and addresses of properties by uid. */
export function listAddresses(properties: readonly Property[]) {
  return new Map(
    properties.map(({ uid, name, address: { address, zipCode, city } }) => [
      uid,
      {
        name,
        address: [address, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      },
    ]),
  )
}
