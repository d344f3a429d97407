/** Queries of sections that are loaded when their tab is opened. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useSession } from '../../../api/session.tsx'

export function useThread(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'thread'],
    queryFn: async ({ signal }) => {
      const { threads } = await call('GET /threads', { query: { leadUid: uid }, signal })
      return threads[0] ?? null
    },
  })
}

export function usePinCodes(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'pin codes'],
    queryFn: async ({ signal }) =>
      (await call('GET /pin-codes', { query: { leadUid: uid }, signal })).pinCodes,
  })
}

export function useExtraGuests(uid: string) {
  return useQuery({
    queryKey: ['lead', uid, 'extra guests'],
    queryFn: ({ signal }) =>
      call('GET /extra-guests/{leadUid}', { path: { leadUid: uid }, signal }),
  })
}

/** Queries all custom fields of the agency with the values of a lead; null for no value. */
export function useCustomData(uid: string) {
  const { agency } = useSession()
  return useQuery({
    queryKey: ['lead', uid, 'custom data'],
    queryFn: async ({ signal }) => {
      const [{ customDataFields }, { customData }] = await Promise.all([
        call('GET /custom-data-fields', { query: { agencyUid: agency.uid }, signal }),
        call('GET /custom-data', { query: { leadUid: uid }, signal }),
      ])
      const textByField = new Map(
        customData.map(({ customDataField: field, text }) => [field.uid, text]),
      )
      return customDataFields.map(field => ({ field, text: textByField.get(field.uid) ?? null }))
    },
  })
}
