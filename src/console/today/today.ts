import type { AnswerOf } from '../api/answer.ts'

/** A day of the agency. */
export type Today = AnswerOf<'GET /agencies/{uid}/today'>['today']
/** Reads that an action on a row of the day makes stale. */
export const changedReads = ['today', 'calendar', 'leads', 'lead'] as const

export type TodayLead = Today['arrivals']['items'][number]
