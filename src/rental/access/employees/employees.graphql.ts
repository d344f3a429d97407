import { sql } from 'kysely'
import { type Types, text, word } from '../../../platform/graphql/fields.ts'

/** A lead's assignee as the lead query shows it: contract/leadsql.md §2, §4. */
export const assigneeQueryTypes: Types = {
  AssigneeGraphQLTO: {
    uid: word('uid'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    bestProfile: text('picture_url'),
    email: text(assignee =>
      assignee.personal === null
        ? assignee('email')
        : sql`case when ${assignee.personal} then ${assignee('email')} else 'HIDDEN' end`,
    ),
    type: word(() => sql`'EMPLOYEE'`),
  },
}
