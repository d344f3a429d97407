import type { ResponseOf } from '../api/response-types.ts'

export type Today = ResponseOf<'GET /agencies/{uid}/today'>['today']
/** Queries that an action on a row of the day invalidates. */
export const changedQueries = ['today', 'calendar', 'leads', 'lead'] as const

export type TodayLead = Today['arrivals']['items'][number]
