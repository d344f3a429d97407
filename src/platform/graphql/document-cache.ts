import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'
import { TaggedCache, type Validity } from '../cache/tagged-cache.ts'
import { limitReached } from '../limits/limit-metrics.ts'
import type { SelectedField } from './collect-fields.ts'

export interface Document {
  text: string
  operations: OperationDefinitionNode[]
  fragments: Record<string, FragmentDefinitionNode>
  /** Names of the variables that `@include` and `@skip` read. */
  directiveVariables: string[]
  /** Selected fields; null: they depend on the operation name or on variables. */
  selected: SelectedField[] | null
  /** Estimated bytes of the document with its plans. */
  bytes: number
}

export const defaultBytesMax = 67_108_864

/** Estimated bytes of a parsed document per character, and per selected field. */
const bytesPerCharacter = 60
const bytesPerField = 250

const validForever: Validity = { versions: '', tags: null, readAtMs: 0, expiresAtMs: Infinity }

/** Cache of the documents of all endpoints with their plans, bounded by bytes. */
export class DocumentCache {
  readonly #cache: TaggedCache<Document>

  constructor(bytesMax = defaultBytesMax) {
    this.#cache = new TaggedCache({
      bytesMax,
      sizeOf: ({ bytes }) => bytes,
      onEvict: () => limitReached('graphql_documents'),
    })
  }

  get bytes(): number {
    return this.#cache.bytes
  }

  get(endpoint: string, text: string): Document | null {
    const { versions, readAtMs } = validForever
    return this.#cache.get(cacheKey(endpoint, text), versions, readAtMs)
  }

  /** @param owner credential whose share of the cache the document uses */
  set(owner: string, endpoint: string, document: Document): void {
    const fields = countFields(document.selected ?? [])
    document.bytes += (document.text.length + 1) * bytesPerCharacter + fields * bytesPerField
    this.#cache.set(owner, cacheKey(endpoint, document.text), document, validForever)
  }

  grow(endpoint: string, document: Document, bytes: number): void {
    document.bytes += bytes
    this.#cache.updateSize(cacheKey(endpoint, document.text))
  }

  *listByEndpoint(endpoint: string): Iterable<Document> {
    for (const [key, document] of this.#cache.entries()) {
      if (key.startsWith(`${endpoint}\n`)) yield document
    }
  }
}

function countFields(selected: SelectedField[]): number {
  return selected.reduce((sum, { fields }) => sum + 1 + countFields(fields), 0)
}

function cacheKey(endpoint: string, text: string): string {
  return `${endpoint}\n${text}`
}
