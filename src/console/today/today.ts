import type { AnswerOf } from '../api/answer.ts'

/** A day of the agency. */
export type Today = AnswerOf<'GET /agencies/{uid}/today'>['today']
export type TodayLead = Today['arrivals']['items'][number]
