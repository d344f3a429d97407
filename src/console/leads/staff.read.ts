/** Those who work for the agency. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'

/** The staff: for names, and for whom to assign. */
export function useStaff() {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['staff', agency.uid],
    queryFn: async ({ signal }) =>
      (await call('GET /employees', { query: { agencyUid: agency.uid }, signal })).employees,
  })
  return useMemo(() => {
    const nameOf = new Map((data ?? []).map(({ uid, ...one }) => [uid, nameOfPerson(one)]))
    return { staff: (data ?? []).filter(({ isActive }) => isActive), nameOf }
  }, [data])
}

function nameOfPerson({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
