/** Valid values of the fields of bodies, made by their types; `known-values.ts` has the others. */
import type { Write } from '../writes/write.ts'
import type { Node } from './body-fields.ts'
import type { FullCase } from './full-case.ts'
import { knownValues, madeValues, next } from './known-values.ts'

const texts: Record<string, () => string[]> = {
  date: () => ['2027-03-01', '2026-07-10'],
  'local-date-time': () => ['2026-07-04T17:00:00', '2026-07-08T09:00:00'],
  'local-date-or-time': () => ['2026-07-05', '2026-07-07'],
  'utc-instant': () => ['2026-05-19T10:00:00', '2026-05-18T10:00:00'],
  'time-zone': () => ['Europe/Berlin', 'America/Denver'],
  'currency-code': () => ['CHF', 'USD'],
  'currency-or-none': () => ['CHF', 'USD'],
  'country-code': () => ['CH', 'US'],
  'country-letters': () => ['CH', 'US'],
  locale: () => ['de_DE', 'fr_FR'],
  'email-address': () => [`g${next()}@mail.example`],
  'email-or-hidden': () => [`g${next()}@mail.example`],
  'http-url': () => [`https://pictures.example/${next()}.jpg`],
  'http-url-or-empty': () => [`https://pictures.example/${next()}.jpg`],
  'https-url': () => [`https://pictures.example/${next()}.jpg`],
}

/**
 * Returns values that a field may be given, at least two where one of them may be what it has; none
 * where neither its type nor the table of known values tells one.
 */
export async function valuesOf(
  it: FullCase,
  write: Write,
  route: string,
  way: string,
  node: Node,
): Promise<{ values: unknown[]; makes: boolean }> {
  const last = way.split('.').findLast(key => key !== '0')!
  for (const key of [`${route} ${way}`, way, last]) {
    const made = madeValues[key]
    if (made) return { values: await made(it, write), makes: true }
    const known = knownValues[key]
    if (known) return { values: known(it, write), makes: false }
  }
  return { values: generated(node), makes: false }
}

function generated({ enum: words, type, format = '', ...node }: Node): unknown[] {
  if (words) return words.filter(word => word !== null)
  switch (Array.isArray(type) ? type.find(one => one !== 'null') : type) {
    case 'boolean':
      return [true, false]
    case 'integer':
    case 'number':
      return numbers(node)
    case 'string':
      if (format === '') return [`Text ${next()}`.slice(-(node.maxLength ?? 20))]
      return texts[format]?.() ?? []
    case 'array':
      return generated(node.items ?? {})
        .slice(0, 1)
        .map(item => [item])
    default:
      return []
  }
}

function numbers({ minimum = 0, exclusiveMinimum = 0, maximum = 1e6 }: Node): number[] {
  if (maximum <= 1) return [0.1 + (next() % 80) / 100, 0.05]
  const least = Math.max(minimum, exclusiveMinimum + 1)
  return [Math.min(least + 2 + (next() % 4), maximum), least]
}
