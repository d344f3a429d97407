/** Employees of the agency, and its service providers. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'

export function employeesQuery(agencyUid: string) {
  return queryOptions({
    queryKey: ['employees', agencyUid],
    queryFn: async ({ signal }) =>
      (await call('GET /employees', { query: { agencyUid }, signal })).employees,
  })
}

export function serviceProvidersQuery(agencyUid: string) {
  return queryOptions({
    queryKey: ['service-providers', agencyUid],
    queryFn: async ({ signal }) =>
      (await call('GET /service-providers', { query: { agencyUid }, signal })).serviceProviders,
  })
}

/** Queries the employees, for names and assignments. */
export function useStaff() {
  const { agency } = useSession()
  const { data, isLoading } = useQuery(employeesQuery(agency.uid))
  return useMemo(() => {
    const namesByUid = new Map(
      (data ?? []).map(({ uid, ...employee }) => [uid, fullName(employee)]),
    )
    return { staff: (data ?? []).filter(({ isActive }) => isActive), namesByUid, isLoading }
  }, [data, isLoading])
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
