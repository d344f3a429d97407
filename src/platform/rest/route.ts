import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { ApiError, ErrorCode } from '../errors.ts'
import type { Connection } from './connection.ts'
import type { Upload } from './upload.ts'
import type { Version } from './version.ts'

/** A state of an object. */
export interface ObjectState {
  /** Of letters and digits, not of digits alone; another one whenever the object has changed. */
  tag: string
  /** How often the object has changed, as its events tell it; null: none tell of it. */
  version: number | null
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A finished answer. A handler gives one where its status is not the usual one of the route. */
export class Reply {
  readonly status: number
  readonly body: unknown
  /** Headers of this answer, not of its repetition under an Idempotency-Key. */
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** An answer that is sent as it comes into being; a client that goes away destroys the stream. */
export class StreamReply extends Reply {
  readonly mediaType: string
  declare readonly body: Readable

  constructor(mediaType: string, body: Readable) {
    super(200, body)
    this.mediaType = mediaType
  }
}

/** A file that is sent to be saved, whatever it is. */
export class FileReply extends Reply {
  readonly file: { name: string; mediaType: string; size: number }
  declare readonly body: Readable

  constructor(file: FileReply['file'], body: Readable) {
    super(200, body)
    this.file = file
  }
}

/** What a request says, read and typed. */
export interface Input<Query, Body> {
  query: Query
  body: Body
  /** The body as it was sent, with the keys that are not read. */
  sent: Record<string, unknown>
  params: Record<string, string>
  version: Version
  /** What a route that takes an upload was sent as a file. */
  file: Buffer | null
}

/** What a handler gets besides. */
interface ReachedInput<Query, Body, Reached, Ahead> extends Input<Query, Body> {
  /** What `authorize` found: the handler need not look for it again. */
  reached: Reached
  /** What was done ahead of the transaction. */
  ahead: Ahead
}

/** What the types of its input do not touch of an operation. */
interface RouteBase {
  method: Method
  /** Below the version prefix, `/leads/:uid`. */
  path: string
  since?: Version
  until?: Version
  /** What generated clients call it, where that does not follow from method and path. */
  operationId?: string
  summary: string
  /** What it does, where the summary does not say it all. */
  description?: string
  /** The types of the events that it may tell. */
  tells?: readonly string[]
  tag: string
  /** Kinds of callers that may use it, if not the usual; others get OPERATION_NOT_PERMITTED. */
  callers?: readonly string[]
  /** It needs no credential: its context has no caller, and nothing is counted. */
  isOpen?: true
  /**
   * Its act commits by itself, where it refuses too, and no Idempotency-Key repeats its answer: for
   * what is used up by being used.
   */
  standalone?: true
  /** How it asks for the credential that it wants, if that is not the usual one. */
  challenge?: 'Basic'
  /** Members that its refusals have besides, such as those of a standard. */
  errorMembers?(error: ApiError): Record<string, unknown>
  /** It is meant to be sent its body as a form; it takes JSON, as all do. */
  takesForm?: true
  /** A file that it takes as multipart/form-data, the fields of its body as further parts. */
  upload?: Upload
  /** From a version on its body may be larger than others. */
  bodyLimit?: { since: Version; bytes: number }
  /** Success status; 204 has no body. */
  status?: number
  /** A further success status, for a handler that gives it by a {@link Reply}. */
  otherStatus?: number
  answer?: TSchema
  /** The media type of a {@link StreamReply} that it gives to those who accept it. */
  streams?: string
  /** Its success is a {@link FileReply}. */
  answersFile?: true
  /**
   * A success is written as the handler gives it, so it must give just what `answer` describes:
   * for very long answers, which a serializer made from a schema writes several times as slowly.
   * It may give a {@link JsonText}.
   */
  plain?: true
  /**
   * What stores nothing and first asks the database for one row, by `read`: whose request it is is
   * asked along with that. It asks by `read` alone, or lets the request in before anything else.
   */
  readsRow?: true
  /** Codes beyond those that any operation may answer. */
  errors: readonly ErrorCode[]
}

/** What a read asks for, as it was sent. */
export interface AskedRead {
  params: Record<string, string>
  query: Record<string, string | string[]>
}

/** What an operation does besides, by the types of its input. */
interface Checks<Context> {
  /**
   * The state of the object that it is about, which the first parameter of its path names where it
   * has one; null: there is none. A GET tells it by an `ETag`, a PATCH or PUT heeds `If-Match`, in
   * versions that have this. A lock keeps the object as it is.
   */
  findState?(
    context: Context,
    uid: string,
    options: { locks: boolean },
  ): Promise<ObjectState | null>
  /** Headers of every answer to a caller, such as deprecation. */
  headersFor?(context: Context): Record<string, string>
  /**
   * Whether the caller may use the operation at all, as far as that can be said before the body is
   * looked at. What it throws is the answer.
   */
  permit?(context: Context): Promise<void>
  /**
   * Of a GET that shows nothing but what marks tell of: its answer is kept while nobody changes it.
   * Where the handler looks at the clock the answer is of that moment, unless `until` says when
   * time alone changes it next, in milliseconds since 1970.
   */
  keeps?: {
    until?(context: Context): Promise<number>
    /**
     * The uids of what its answer shows something of, if it shows nothing else but what marks of
     * everything tell of: docs/decisions/0038-property-cache-tags.md. Null: of the whole agency.
     */
    scopesOf?(asked: AskedRead): string[] | null
  }
  /**
   * What a write still waits for after it has committed, such as work in the background: the
   * answer may have changed by then. A repetition under an Idempotency-Key gets the same.
   */
  afterwards?(context: Context, done: Reply): Promise<Reply>
}

/**
 * Permissions that an operation requires. One that depends on the body is a function of the parsed
 * body, so that a value is checked as it will be stored: never of the text that was sent.
 */
interface Permissions<Body> {
  /** The area that a role needs, where that is not the area of the tag. */
  needs?: string | ((body: Body) => string)
  /**
   * False: a POST that computes and stores nothing. It runs in no transaction, and a read-only
   * credential may use it. A function: whether it stores something with this body.
   */
  stores?: false | ((body: Body) => boolean)
}

/** One operation of the interface, served in every version that has it by the one handler. */
export interface RouteOf<Context, Query extends TObject, Body extends TObject, Reached, Ahead>
  extends RouteBase,
    Permissions<Static<Body>>,
    Checks<Context> {
  query?: Query
  body?: Body
  /**
   * What of a write may take long or waits for others than the database, a check or a file that is
   * stored: it is done before the transaction begins. What it throws is the answer, what it gives
   * is the handler's `input.ahead`.
   */
  ahead?(context: Context, input: Input<Static<Query>, Static<Body>>): Promise<Ahead>
  /**
   * Takes back what was done ahead as far as it is not needed: the answer of the write, or null
   * when it was refused, failed or only repeated.
   */
  takeBack?(context: Context, ahead: NoInfer<Ahead>, reply: Reply | null): Promise<void>
  /**
   * Access checks of a write that must hold before a stored reply is repeated. What they find is
   * the handler's `input.reached`. It stands before `handler`, so that its type gets there.
   */
  authorize?(context: Context, input: Input<Static<Query>, Static<Body>>): Promise<Reached>
  handler(
    context: Context,
    input: ReachedInput<Static<Query>, Static<Body>, Reached, NoInfer<Ahead>>,
    connection: Connection<Context>,
  ): Promise<unknown>
}

/** A route whose shapes are no longer of interest to the type checker. */
export interface Route<Context> extends RouteBase, Permissions<never>, Checks<Context> {
  query?: TSchema
  body?: TSchema
  ahead?(context: Context, input: Input<never, never>): Promise<unknown>
  takeBack?(context: Context, ahead: never, reply: Reply | null): Promise<void>
  authorize?(context: Context, input: Input<never, never>): Promise<unknown>
  handler(
    context: Context,
    input: ReachedInput<never, never, never, never>,
    connection: Connection<Context>,
  ): Promise<unknown>
}

/** Gives the entries of a route table their types: `const route = routeOf<Context>()`. */
export function routeOf<Context>() {
  return <Query extends TObject, Body extends TObject, Reached = undefined, Ahead = undefined>(
    definition: RouteOf<Context, Query, Body, Reached, Ahead>,
  ): Route<Context> => definition
}
