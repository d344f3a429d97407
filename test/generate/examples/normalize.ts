/**
 * Normalization of values that differ between runs: uids, secrets and addresses of this machine.
 */
import { createHash } from 'node:crypto'
import { exampleNow } from '../../support/server.ts'

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

const sample = 'EXAMPLE'.repeat(5)

/** Patterns of texts that differ between runs, with a replacement of the same format. */
const texts: [RegExp, string][] = [
  [/^eyJ[\w.-]+$/, sample],
  [/^[\w-]{40}$/, sample],
  [/(?<=^whsec_).+$/, sample],
  [/(?<=^lpa_)[0-9A-Za-z]{47}$/, sample],
  [/^lpa_[0-9A-Za-z]{4}…$/, 'lpa_EXAM…'],
  [/(?<=\/console\/welcome\/[0-9a-f-]{36}\.).+$/, sample],
  [/(?<=[?&]token=)[^&]+/, sample],
  [/[0-9a-f]{32}(?=\.ics$)/, '0123456789abcdef'.repeat(2)],
  [/(?<=^\d+\.\d+\.\d+)-dev\+?\w*/, ''],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://partner.example'],
  [/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/, new Date(exampleNow).toUTCString()],
]

/** Replacements of numbers that differ between runs. */
const numbers: Record<string, number> = { durationMs: 120 }

/** Examples by kind of document, `v2` or `v3`, and by component. */
export type ExamplesFile = Record<string, Record<string, unknown>>

/** Replaces uids by hashes of the path of their first use, so that a new one changes no others. */
export function normalizeExamples(kinds: ExamplesFile): ExamplesFile {
  const uids = new Map<string, string>()
  const normalizeValue = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') return normalizeText(value, path, uids)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item, i) => normalizeValue(item, `${path}.${i}`))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        numbers[key] ?? normalizeValue(member, `${path}.${key}`),
      ]),
    )
  }
  return normalizeValue(kinds, '') as ExamplesFile
}

function normalizeText(text: string, path: string, uids: Map<string, string>): string {
  const withUids = text.replace(uidPattern, uid => {
    const replacement = uids.get(uid) ?? uidFor(path)
    uids.set(uid, replacement)
    return replacement
  })
  return texts.reduce((normalized, [pattern, to]) => normalized.replace(pattern, to), withUids)
}

/** Returns a UUIDv7 that is derived from a path. */
function uidFor(path: string): string {
  const hex = createHash('sha256').update(path).digest('hex')
  return `019e4629-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}
