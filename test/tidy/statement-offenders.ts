import type { Refusal } from '../support/statements/refused.ts'

export type Offence = 'no agency as a value' | Refusal

/**
 * The sources with statements that offend against the rules of STYLE.md, by rule. The list can only
 * shrink: a file that is not on it fails the test that asks it, and one that is on it and was not
 * seen to offend fails the whole run.
 */
export const statementOffenders: Partial<Record<Offence, string[]>> = {
  'no agency as a value': [
    'src/rental/events/events/events.ts',
    'src/rental/events/deliveries/open-deliveries.sql.ts',
  ],
  'a subquery in an insert': ['src/rental/events/events/events.ts'],
  'a recursion or row lock over several agencies': [
    'src/rental/events/delivery-attempts/claim-deliveries.ts',
    'src/rental/events/deliveries/backlog.sql.ts',
    'src/rental/events/deliveries/deliveries.ts',
    'src/rental/events/deliveries/forget-deliveries.sql.ts',
  ],
  'a notification within another statement': [
    'src/rental/events/deliveries/queue-replay.sql.ts',
    'src/rental/events/deliveries/open-deliveries.sql.ts',
  ],
  'a shared table written within another statement': [
    'src/rental/events/events/events.ts',
    'src/rental/events/webhook-states/webhook-health.sql.ts',
  ],
}
