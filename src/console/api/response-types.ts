/** Types of requests and responses by the name of their operation. */
import type { paths } from './api-types.ts'
import type { OperationName } from './operations.ts'

type Method<O> = O extends `${infer M} ${string}` ? Lowercase<M> : never
type Path<O> = O extends `${string} ${infer P}` ? P : never
type Operation<O> =
  Path<O> extends keyof paths
    ? Method<O> extends keyof paths[Path<O>]
      ? paths[Path<O>][Method<O>]
      : never
    : never

export type QueryOf<O extends OperationName> =
  Operation<O> extends { parameters: { query?: infer Q } } ? NonNullable<Q> : never

export type PathOf<O extends OperationName> =
  Operation<O> extends { parameters: { path: infer P } } ? P : never

export type BodyOf<O extends OperationName> =
  Operation<O> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : never

type Content<A> = A extends { content: { 'application/json': infer C } } ? C : never
type Success<R> = R extends { 200: infer A } | { 201: infer A } | { 202: infer A }
  ? Content<A>
  : undefined

export type ResponseOf<O extends OperationName> =
  Operation<O> extends { responses: infer R } ? Success<R> : undefined
