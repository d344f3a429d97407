import type { Refusal } from '../support/statements/refused.ts'

export type Offence = 'no agency as a value' | Refusal

/**
 * Sources with statements that break the rules of STYLE.md, by rule. The list can only shrink: an
 * unlisted file fails the test that sends the statement, and a listed file without a violation
 * fails the whole run.
 */
export const statementOffenders: Partial<Record<Offence, string[]>> = {}
