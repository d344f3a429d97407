import type { AnswerOf } from '../api/call.ts'

/** A day of the agency. */
export type Today = AnswerOf<'GET /agencies/{uid}/today'>['today']
