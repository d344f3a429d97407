import type { Selectable } from 'kysely'
import type { ConversationsTable } from '../../tables.ts'

/** Conversation of an agency with a guest: the union of the threads of the guest's leads. */
export type Conversation = Selectable<ConversationsTable>
