/** Employees of the agency. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'

/** Queries the employees, for names and assignments. */
export function useStaff() {
  const { agency } = useSession()
  const { data } = useQuery({
    queryKey: ['staff', agency.uid],
    queryFn: async ({ signal }) =>
      (await call('GET /employees', { query: { agencyUid: agency.uid }, signal })).employees,
  })
  return useMemo(() => {
    const namesByUid = new Map(
      (data ?? []).map(({ uid, ...employee }) => [uid, fullName(employee)]),
    )
    return { staff: (data ?? []).filter(({ isActive }) => isActive), namesByUid }
  }, [data])
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
