import type { Selectable } from 'kysely'
import type { ConversationsTable } from '../../tables.ts'

/** All that an agency and a guest have written: the union of the threads of the guest's leads. */
export type Conversation = Selectable<ConversationsTable>
