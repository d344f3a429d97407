import type { Schema } from './shapes.ts'

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}

interface Media {
  schema: Schema
  [key: string]: unknown
}

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response>
  [key: string]: unknown
}

export interface Document {
  components?: Record<string, unknown>
  paths: Record<string, Record<string, Operation>>
  [key: string]: unknown
}
