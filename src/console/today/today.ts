import type { AnswerOf } from '../api/answer.ts'

/** A day of the agency. */
export type Today = AnswerOf<'GET /agencies/{uid}/today'>['today']
