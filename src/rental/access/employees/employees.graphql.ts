import { sql } from 'kysely'
import { nullableText, type Types, unescaped } from '../../../platform/graphql/fields.ts'

/** Assignee of a lead in the lead query: contract/leadsql.md §2, §4. */
export const assigneeQueryTypes: Types = {
  AssigneeGraphQLTO: {
    uid: unescaped('uid'),
    firstName: nullableText('first_name'),
    lastName: nullableText('last_name'),
    bestProfile: nullableText('picture_url'),
    email: nullableText(assignee =>
      assignee.personal === null
        ? assignee('email')
        : sql`case when ${assignee.personal} then ${assignee('email')} else 'HIDDEN' end`,
    ),
    type: unescaped(() => sql`'EMPLOYEE'`),
  },
}
