import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql'
import { TaggedCache, type Validity } from '../cache/tagged-cache.ts'
import { limitReached } from '../limits/reached.ts'

/** A parsed and validated document. */
export interface Document {
  text: string
  operations: OperationDefinitionNode[]
  fragments: Record<string, FragmentDefinitionNode>
  /** Names of the variables that `@include` and `@skip` read. */
  switches: string[]
  /** Estimate of its memory with its plans, in bytes. */
  bytes: number
}

const bytesStandard = 67_108_864

/** Bytes of a parsed document for each character of its text. */
const bytesPerCharacter = 60

const always: Validity = { versions: '', tags: null, fromMs: 0, untilMs: Infinity }

/** Documents of all endpoints with their plans, in a bounded number of bytes. */
export class DocumentCache {
  readonly #cache: TaggedCache<Document>

  constructor(bytesMax = bytesStandard) {
    this.#cache = new TaggedCache({
      bytesMax,
      sizeOf: ({ bytes }) => bytes,
      onEvict: () => limitReached('graphql_documents'),
    })
  }

  /** Estimated bytes of all documents. */
  get bytes(): number {
    return this.#cache.bytes
  }

  get(endpoint: string, text: string): Document | null {
    return this.#cache.get(keyOf(endpoint, text), '', 0)
  }

  /** @param owner the credential in whose share the document is stored */
  set(owner: string, endpoint: string, document: Document): void {
    document.bytes += (document.text.length + 1) * bytesPerCharacter
    this.#cache.set(owner, keyOf(endpoint, document.text), document, always)
  }

  /** Adds the bytes of a plan to those of its document. */
  grow(endpoint: string, document: Document, bytes: number): void {
    document.bytes += bytes
    this.#cache.recount(keyOf(endpoint, document.text))
  }

  /** Lists the documents of an endpoint. */
  *of(endpoint: string): Iterable<Document> {
    for (const [key, document] of this.#cache.entries()) {
      if (key.startsWith(`${endpoint}\n`)) yield document
    }
  }
}

function keyOf(endpoint: string, text: string): string {
  return `${endpoint}\n${text}`
}
