import type { Refusal } from '../support/statements/refused.ts'

export type Offence = 'no agency as a value' | Refusal

/**
 * The sources with statements that offend against the rules of STYLE.md, by rule. The list can only
 * shrink: a file that is not on it fails the test that asks it, and one that is on it and was not
 * seen to offend fails the whole run.
 */
export const statementOffenders: Partial<Record<Offence, string[]>> = {}
