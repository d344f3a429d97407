import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { BlobStore } from './platform/blobs/blob-store.ts'
import type { Clock } from './platform/clock.ts'
import { routeOf } from './platform/rest/route.ts'
import type { AfterCommit } from './platform/rest/scope.ts'
import type { Caller } from './rental/agencies/caller.ts'
import type { Tables } from './rental/tables.ts'

/** What every act and query of a request gets, made once per request and passed in plain sight. */
export interface Context {
  /** The database, or the transaction that the caller of a function has open. */
  db: Kysely<Tables>
  /** Uploaded files. */
  blobs: BlobStore
  /** Has something done when the request's write is committed, and not if it is not. */
  afterCommit(act: AfterCommit): void
  caller: Caller
  clock: Clock
  log: FastifyBaseLogger
  /** The operator's settings that a rule depends on. */
  settings: { sandbox: boolean; publicUrl: string }
}

/** Types the entries of a route table. */
export const route = routeOf<Context>()
