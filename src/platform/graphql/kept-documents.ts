import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { limitReached } from '../limits/reached.ts'

/** A document that may be run. */
export interface Document {
  text: string
  operations: OperationDefinitionNode[]
  fragments: Record<string, FragmentDefinitionNode>
  /** Names of the variables that `@include` and `@skip` look at. */
  switches: string[]
}

const mebibyte = 1_048_576

/** What a document weighs in memory once it is parsed, for each byte of its text. */
const weight = 60

interface Kept {
  document: Document
  /** An estimate of what it takes with its plans. */
  bytes: number
}

/**
 * Documents of all endpoints with their plans, in a bounded number of bytes; those longest unused
 * are forgotten first. Those that came only once have a share of their own, so that who sends
 * another one each time has nobody else's forgotten.
 */
export class KeptDocuments {
  readonly #once: LRUCache<string, Kept>
  readonly #again: LRUCache<string, Kept>
  readonly #keys = new WeakMap<Document, string>()

  constructor(bytesMax = 64 * mebibyte) {
    this.#once = new LRUCache(boundedBy(Math.ceil(bytesMax / 4)))
    this.#again = new LRUCache(boundedBy(Math.ceil((bytesMax * 3) / 4)))
  }

  /** An estimate of what all take. */
  get bytes(): number {
    return this.#once.calculatedSize + this.#again.calculatedSize
  }

  find(endpoint: string, text: string): Document | undefined {
    const key = `${endpoint}\n${text}`
    const proven = this.#again.get(key)
    if (proven) return proven.document
    const kept = this.#once.get(key)
    if (!kept) return undefined
    this.#once.delete(key)
    this.#again.set(key, kept)
    return kept.document
  }

  keep(endpoint: string, text: string, document: Document): void {
    const key = `${endpoint}\n${text}`
    this.#keys.set(document, key)
    this.#once.set(key, { document, bytes: (text.length + 1) * weight })
  }

  /** Tells that something more is kept with a document. */
  grow(document: Document, bytes: number): void {
    const key = this.#keys.get(document) ?? ''
    for (const share of [this.#once, this.#again]) {
      const kept = share.peek(key)
      if (kept?.document === document) share.set(key, { document, bytes: kept.bytes + bytes })
    }
  }

  /** Those of an endpoint. */
  *of(endpoint: string): Iterable<Document> {
    for (const share of [this.#once, this.#again]) {
      for (const [key, { document }] of share.entries()) {
        if (key.startsWith(`${endpoint}\n`)) yield document
      }
    }
  }
}

/** What is forgotten to make room counts as stopped by the limit. */
function boundedBy(maxSize: number): LRUCache.Options<string, Kept, unknown> {
  return {
    maxSize,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: (_kept, _key, reason) => {
      if (reason === 'evict') limitReached('graphql_documents')
    },
  }
}
