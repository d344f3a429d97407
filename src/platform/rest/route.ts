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

/** Description of an operation: what the types of its input do not touch. */
interface RouteBase {
  method: Method
  /** Below the version prefix, `/leads/:uid`. */
  path: string
  since?: Version
  until?: Version
  /** Name in generated clients, where it does not follow from method and path. */
  operationId?: string
  summary: string
  description?: string
  tag: string
  answer?: TSchema
  /** Types of the events that it may emit. */
  tells?: readonly string[]
  /** Error codes beyond those of every operation. */
  errors: readonly ErrorCode[]
}

/** Parameters of a read, as they were sent. */
export interface AskedRead {
  params: Record<string, string>
  query: Record<string, string | string[]>
}

/** Callers that may use an operation. */
interface Access<Context, Body> {
  /** Kinds of callers, if not the usual ones; others get OPERATION_NOT_PERMITTED. */
  callers?: readonly string[]
  /** Needs no credential: its context has no caller, and requests are not counted. */
  isOpen?: true
  /** Scheme of its 401, if not the usual one. */
  challenge?: 'Basic'
  /**
   * Area that a role needs, where it is not that of the tag. A function receives the parsed body,
   * so that a value is checked as it will be stored.
   */
  needs?: string | ((body: Body) => string)
  /**
   * Checks before the body is read whether the caller may use the operation at all. An error that
   * it throws is the response.
   */
  permit?(context: Context): Promise<void>
}

/** Properties of the exchange by HTTP. */
interface Exchange<Context> {
  /** Success status, 200 if left out; 204 has no body. */
  status?: number
  /** A further success status, of a {@link Reply} of the handler. */
  otherStatus?: number
  /** Media type of a {@link StreamReply}, for clients that accept it. */
  streams?: string
  /** Its success is a {@link FileReply}. */
  answersFile?: true
  /**
   * Writes the success as the handler returns it, which must match `answer`: for very long
   * responses, which a serializer made from a schema writes several times as slowly. It may be a
   * {@link JsonText}.
   */
  plain?: true
  /** Documents its body as a form; JSON is taken, too. */
  takesForm?: true
  /** A file in multipart/form-data, with the fields of its body as further parts. */
  upload?: Upload
  /** Largest body from a version on. */
  bodyLimit?: { since: Version; bytes: number }
  /** Returns further members of its errors, such as those of a standard. */
  errorMembers?(error: ApiError): Record<string, unknown>
  /** Returns headers of every response to a caller, such as deprecation. */
  headersFor?(context: Context): Record<string, string>
  /**
   * Returns the state of the object that the first parameter of its path names; null: there is
   * none. A GET sends it as `ETag`, a PATCH or PUT heeds `If-Match`, in versions that have this.
   *
   * @param options.locks whether the object is locked until the transaction ends
   */
  findState?(
    context: Context,
    uid: string,
    options: { locks: boolean },
  ): Promise<ObjectState | null>
  /**
   * Caches the response of a GET until data of the agency changes that it shows. If the handler
   * reads the clock, the response is valid only now, unless `until` returns when time alone changes
   * it next, in milliseconds since 1970.
   */
  cache?: {
    until?(context: Context): Promise<number>
    /**
     * Returns the uids of the properties that the response shows, if their cache versions and those
     * of the agency tell of all that it shows: docs/decisions/0038-response-cache.md. Null: the
     * whole agency.
     */
    tagsOf?(asked: AskedRead): string[] | null
  }
}

/** Work of an operation around its handler. */
interface Lifecycle<Context, Query, Body, Ahead> {
  /**
   * Commits by itself, also when it rejects the request, and ignores an Idempotency-Key: for codes
   * that can be used once.
   */
  standalone?: true
  /**
   * False: a POST that computes and stores nothing. It runs in no transaction, and a read-only
   * credential may use it. A function: whether it stores something with this body.
   */
  stores?: false | ((body: Body) => boolean)
  /**
   * Does what takes long or waits for other systems before the transaction begins, such as storing
   * a file. An error that it throws is the response, its result is the handler's `input.ahead`.
   */
  ahead?(context: Context, input: Input<Query, Body>): Promise<Ahead>
  /**
   * Undoes what was done ahead as far as it is not needed.
   *
   * @param reply the response of the write; null: it was refused, failed or only repeated
   */
  takeBack?(context: Context, ahead: NoInfer<Ahead>, reply: Reply | null): Promise<void>
  /**
   * Waits after the commit, such as for background work, and returns the response, which may have
   * changed by then. A repetition under an Idempotency-Key gets the same.
   */
  afterwards?(context: Context, done: Reply): Promise<Reply>
}

/** One operation of the interface, served in every version that has it by the one handler. */
export interface RouteOf<Context, Query extends TObject, Body extends TObject, Reached, Ahead>
  extends RouteBase {
  query?: Query
  body?: Body
  access?: Access<Context, Static<Body>>
  http?: Exchange<Context>
  lifecycle?: Lifecycle<Context, Static<Query>, Static<Body>, Ahead>
  /**
   * Checks access to objects, also before a stored reply is repeated. Its result is the handler's
   * `input.reached`; it stands before `handler`, so that its type gets there.
   */
  authorize?(context: Context, input: Input<Static<Query>, Static<Body>>): Promise<Reached>
  handler(
    context: Context,
    input: ReachedInput<Static<Query>, Static<Body>, Reached, NoInfer<Ahead>>,
    connection: Connection<Context>,
  ): Promise<unknown>
}

/** A route without the types of its input. */
export interface Route<Context> extends RouteBase {
  query?: TSchema
  body?: TSchema
  access: Access<Context, never>
  http: Exchange<Context>
  lifecycle: Lifecycle<Context, never, never, unknown>
  authorize?(context: Context, input: Input<never, never>): Promise<unknown>
  handler(
    context: Context,
    input: ReachedInput<never, never, never, never>,
    connection: Connection<Context>,
  ): Promise<unknown>
}

/** Returns a function that types routes: `const route = routeOf<Context>()`. */
export function routeOf<Context>() {
  return <Query extends TObject, Body extends TObject, Reached = undefined, Ahead = undefined>(
    definition: RouteOf<Context, Query, Body, Reached, Ahead>,
  ): Route<Context> =>
    ({ access: {}, http: {}, lifecycle: {}, ...definition }) as unknown as Route<Context>
}
