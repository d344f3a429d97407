import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { ApiError, ErrorCode } from '../errors.ts'
import type { Connection } from './request-connection.ts'
import type { Upload } from './upload.ts'
import type { Version } from './version.ts'

/** Version of an object for conditional requests (RFC 9110 §13). */
export interface ObjectState {
  /**
   * Changes with the object. Letters and digits, but not only digits: clients may also send the
   * version number in `If-Match`.
   */
  tag: string
  /** Number of changes, as events report it; null: the object has no events. */
  version: number | null
}

/** Options of reading a state. */
export interface StateOptions {
  /** True: locks the object until the transaction ends. */
  locks: boolean
  /** Parameters of query and body, which tell the object if the path does not. */
  named: Record<string, unknown>
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Response of a handler, used where the status is not the default one of the route. */
export class Reply {
  readonly status: number
  readonly body: unknown
  /** Headers of this response. A replay under an Idempotency-Key does not repeat them. */
  readonly headers: Record<string, string>

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Streamed response. The stream is destroyed when the client disconnects. */
export class StreamReply extends Reply {
  readonly mediaType: string
  declare readonly body: Readable

  constructor(mediaType: string, body: Readable) {
    super(200, body)
    this.mediaType = mediaType
  }
}

export class FileReply extends Reply {
  readonly file: { name: string; mediaType: string; size: number }
  declare readonly body: Readable

  constructor(file: FileReply['file'], body: Readable) {
    super(200, body)
    this.file = file
  }
}

/** Parsed and validated request. */
export interface Input<Query, Body> {
  query: Query
  body: Body
  /** Fields of the body as sent, including unknown ones. */
  sent: Record<string, unknown>
  params: Record<string, string>
  version: Version
  /** The uploaded file of a route with `upload`. */
  file: Buffer | null
}

/** Handler input: the request with results of earlier steps. */
interface HandlerInput<Query, Body, Authorized, Prepared> extends Input<Query, Body> {
  /** Result of `authorize`. */
  authorized: Authorized
  /** Result of `prepare`. */
  prepared: Prepared
}

/** Route properties that do not depend on its input types. */
interface RouteBase {
  method: Method
  /** Path below the version prefix, `/leads/:uid`. */
  path: string
  since?: Version
  until?: Version
  /** Name in generated clients; default: derived from method and path. */
  operationId?: string
  summary: string
  description?: string
  tag: string
  response?: TSchema
  /** Types of events that the operation may emit. */
  emits?: readonly string[]
  /** Error codes beyond the common ones. */
  errors: readonly ErrorCode[]
}

/** Unparsed parameters of a read. */
export interface ReadParameters {
  params: Record<string, string>
  query: Record<string, string | string[]>
}

/** Callers that may use an operation. */
interface Access<Context, Body> {
  /** Kinds of callers, if not the default ones; others get OPERATION_NOT_PERMITTED. */
  callers?: readonly string[]
  /** True: needs no credential. Its context has no caller, and requests are not counted. */
  isOpen?: true
  /** Authentication scheme of its 401, if not the default one. */
  challenge?: 'Basic'
  /**
   * Permission area that a role needs; default: that of the tag. A function receives the parsed
   * body, because the permission may depend on a value in it.
   */
  needs?: string | ((body: Body) => string)
  /**
   * Checks before the body is read whether the caller may use the operation at all.
   *
   * @throws ApiError the error response
   */
  permit?(context: Context): Promise<void>
}

interface HttpOptions<Context> {
  /** Success status, default 200; 204 has no body. */
  status?: number
  /** Second success status, which a {@link Reply} of the handler may have. */
  otherStatus?: number
  /** Media type of a {@link StreamReply}, for clients that accept it. */
  streams?: string
  /** True: a success is a {@link FileReply}. */
  sendsFile?: true
  /**
   * True: serializes a success with `JSON.stringify`, or sends a {@link JsonText}, without the
   * schema serializer. The handler must match the response schema. Used for very long responses,
   * for which schema serializers are several times slower.
   */
  plain?: true
  /** Documents its body as a form; JSON is accepted as well. */
  acceptsForm?: true
  /** File in multipart/form-data; the fields of the body are its other parts. */
  upload?: Upload
  /** Maximum body size from a version on. */
  bodyLimit?: { since: Version; bytes: number }
  /** Returns additional members of its errors, such as those of a standard. */
  errorMembers?(error: ApiError): Record<string, unknown>
  /** Returns additional response headers for a caller, such as deprecation. */
  headersFor?(context: Context): Record<string, string>
  /**
   * Returns the version of the object that the first path parameter names, else `agencyUid` or
   * `propertyUid` of query or body; null: none exists. GET sends it as `ETag`, PATCH and PUT check
   * `If-Match`, in API versions that support it.
   */
  findState?(context: Context, uid: string, options: StateOptions): Promise<ObjectState | null>
  /** Path of the GET of the object that a PUT replaces; default: its own. */
  readPath?: string
  /**
   * Caches the response of a GET until the agency's data in it changes. If the handler reads the
   * clock, the response is cached only if `until` returns its expiry in Unix milliseconds.
   */
  cache?: {
    until?(context: Context): Promise<number>
    /**
     * Returns the uids of the properties in the response, if their tag versions and that of the
     * agency cover everything in it: docs/decisions/0038-response-cache.md. Null: depends on the
     * whole agency.
     */
    tagsOf?(parameters: ReadParameters): string[] | null
  }
}

/** Steps of an operation before and after its handler. */
interface Lifecycle<Context, Query, Body, Prepared> {
  /**
   * True: manages its own transactions, which commit even for a refused request, and ignores
   * Idempotency-Key. For single-use codes.
   */
  standalone?: true
  /**
   * False: a POST that stores nothing. It needs no transaction and accepts read-only credentials. A
   * function returns whether a request with this body stores something.
   */
  stores?: false | ((body: Body) => boolean)
  /**
   * Does slow work before the transaction begins, such as remote checks or file uploads. The result
   * is passed to the handler.
   *
   * @throws ApiError the error response
   */
  prepare?(context: Context, input: Input<Query, Body>): Promise<Prepared>
  /**
   * Undoes the preparation if it is not used.
   *
   * @param reply response of the write; null: it was refused, failed or replayed
   */
  undo?(context: Context, prepared: NoInfer<Prepared>, reply: Reply | null): Promise<void>
  /**
   * Runs after the commit, such as waiting for background work. Returns the final response, which
   * is also stored under the Idempotency-Key.
   */
  afterCommit?(context: Context, reply: Reply): Promise<Reply>
}

/** Operation of the API with one handler for all versions that have it. */
export interface RouteOf<Context, Query extends TObject, Body extends TObject, Authorized, Prepared>
  extends RouteBase {
  query?: Query
  body?: Body
  access?: Access<Context, Static<Body>>
  http?: HttpOptions<Context>
  lifecycle?: Lifecycle<Context, Static<Query>, Static<Body>, Prepared>
  /**
   * Checks access to objects, also before a stored reply is replayed. The result is passed to the
   * handler. Declared before `handler` for type inference.
   */
  authorize?(context: Context, input: Input<Static<Query>, Static<Body>>): Promise<Authorized>
  handler(
    context: Context,
    input: HandlerInput<Static<Query>, Static<Body>, Authorized, NoInfer<Prepared>>,
    connection: Connection<Context>,
  ): Promise<unknown>
}

/** Route without its input types. */
export interface Route<Context> extends RouteBase {
  query?: TSchema
  body?: TSchema
  access: Access<Context, never>
  http: HttpOptions<Context>
  lifecycle: Lifecycle<Context, never, never, unknown>
  authorize?(context: Context, input: Input<never, never>): Promise<unknown>
  handler(
    context: Context,
    input: HandlerInput<never, never, never, never>,
    connection: Connection<Context>,
  ): Promise<unknown>
}

/** Returns a typed route factory: `const route = routeOf<Context>()`. */
export function routeOf<Context>() {
  return <
    Query extends TObject,
    Body extends TObject,
    Authorized = undefined,
    Prepared = undefined,
  >(
    definition: RouteOf<Context, Query, Body, Authorized, Prepared>,
  ): Route<Context> =>
    ({ access: {}, http: {}, lifecycle: {}, ...definition }) as unknown as Route<Context>
}
