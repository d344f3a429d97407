/** Makes what differs from run to run the same: uids, secrets and addresses of this machine. */
import { createHash } from 'node:crypto'
import { exampleNow } from '../../support/server.ts'

const uidPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

const sample = 'EXAMPLE'.repeat(5)

/** What is another text in each run, and one that looks like it. */
const texts: [RegExp, string][] = [
  [/^eyJ[\w.-]+$/, sample],
  [/^[\w-]{40}$/, sample],
  [/(?<=^whsec_).+$/, sample],
  [/(?<=^lpa_)[0-9A-Za-z]{47}$/, sample],
  [/^lpa_[0-9A-Za-z]{4}…$/, 'lpa_EXAM…'],
  [/(?<=\/console\/welcome\/[0-9a-f-]{36}\.).+$/, sample],
  [/(?<=[?&]token=)[^&]+/, sample],
  [/[0-9a-f]{32}(?=\.ics$)/, '0123456789abcdef'.repeat(2)],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://partner.example'],
  [/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/, new Date(exampleNow).toUTCString()],
]

/** How long an attempt takes is another number in each run. */
const numbers: Record<string, number> = { durationMs: 120 }

/** By kind of document, `v2` or `v3`, by component. */
export type ExamplesFile = Record<string, Record<string, unknown>>

/**
 * Values whose uids say where they were first met, so that a new one moves no other.
 *
 * @param kinds by kind of document, by component
 */
export function settled(kinds: ExamplesFile): ExamplesFile {
  const uids = new Map<string, string>()
  const settle = (value: unknown, place: string): unknown => {
    if (typeof value === 'string') return settledText(value, place, uids)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((one, i) => settle(one, `${place}.${i}`))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        numbers[key] ?? settle(one, `${place}.${key}`),
      ]),
    )
  }
  return settle(kinds, '') as ExamplesFile
}

function settledText(text: string, place: string, uids: Map<string, string>): string {
  const named = text.replace(uidPattern, uid => {
    const known = uids.get(uid) ?? uidFor(place)
    uids.set(uid, known)
    return known
  })
  return texts.reduce((settled, [pattern, to]) => settled.replace(pattern, to), named)
}

/** @returns a UUIDv7 of what it stands for */
function uidFor(place: string): string {
  const hex = createHash('sha256').update(place).digest('hex')
  return `019e4629-${hex.slice(0, 4)}-7${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}
