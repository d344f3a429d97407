/** What clients send by mistake or in spite, by what a field should have been. */

/** A field as the schema of a version describes it. */
export interface Node {
  type?: string | string[]
  format?: string
  enum?: string[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
}

export interface Hostile {
  /** How a failure names it. */
  name: string
  value: unknown
  /** No reading of the contract lets it pass: where the field counts, the request is refused. */
  isBad: boolean
}

/** Written into JSON text as a number that no double holds. */
export const overflow = '«1e999»'

const mebibyte = 1_048_576
const loneSurrogate = '\ud83d'
const emoji = '👩‍👩‍👧‍👦'

const bad = (name: string, value: unknown): Hostile => ({ name, value, isBad: true })
const odd = (name: string, value: unknown): Hostile => ({ name, value, isBad: false })

const oddTexts = [
  odd('NUL', 'a\u0000b'),
  odd('control characters', '\u0001\u0008\u001b[31m\u007f\u0085\u2028'),
  odd('a lone surrogate', `x${loneSurrogate}y`),
  odd('emoji', emoji.repeat(3)),
  odd('blanks', '   '),
  odd('nothing', ''),
  odd('quotes', `'";--\\ $1 %s {{x}} <script>`),
  odd('a pattern', '%_%'),
  odd('right to left', '\u202eabc\u0301'),
  odd('a prototype', '__proto__'),
  odd('a word of JSON', 'null'),
]

const wrongForText = [
  bad('an object for a text', { a: 1 }),
  bad('a list for a text', ['x']),
  bad('a boolean for a text', true),
]

const badDates = ['2026-02-30', '2026-13-01', '0000-01-01', '99999-01-01', '26-1-1', 'today']
const oddDates = ['0001-01-01', '9999-12-31', '2026-07-04T24:00:00', '+002026-07-04', '-0001-01-01']
const oddTimes = ['9999-12-31T23:59:59', '0001-01-01T00:00:00+14:00', '2026-07-04T25:61:61']

const numbers = [
  odd('a huge number', 1e308),
  odd('a huge negative number', -1e308),
  odd('a tiny number', 5e-324),
  odd('a fraction', 0.1 + 0.2),
  odd('minus one', -1),
  odd('zero', 0),
  odd('more than a double keeps', 2 ** 53 + 2),
  odd('more than 32 bits', 2_147_483_648),
  odd('a number as text', '1e3'),
  odd('a hexadecimal text', '0x10'),
]

const wrongForNumber = [
  bad('text for a number', 'x'),
  bad('NaN as text', 'NaN'),
  bad('infinity as text', 'Infinity'),
  bad('a number beyond doubles', overflow),
  bad('an object for a number', {}),
  bad('a list for a number', [1]),
  bad('a boolean for a number', true),
]

const uids = [
  odd('no uid', 'x'),
  odd('a uid of nothing', '00000000-0000-0000-0000-000000000000'),
  odd('a uid of everything', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  odd('a uid in braces', '{00000000-0000-0000-0000-000000000001}'),
  odd('a uid without dashes', '00000000000000000000000000000001'),
  odd('a uid with a NUL', '00000000-0000-4000-8000-000000000001\u0000'),
  odd('a uid with a surrogate', `${loneSurrogate}0000000-0000-4000-8000-000000000001`),
]

/** What may be sent in a JSON body instead of a good value. */
export function hostileValues(node: Node): Hostile[] {
  return [...ofType(node), ...(isNullable(node) ? [] : [bad('null', null)])]
}

function ofType(node: Node): Hostile[] {
  switch (typeOf(node)) {
    case 'object':
      return [
        bad('a text for an object', 'x'),
        bad('a list for an object', []),
        bad('a number for an object', 1),
        odd('a prototype of its own', JSON.parse('{"__proto__":{},"constructor":{"x":1}}')),
      ]
    case 'array':
      return [
        bad('a text for a list', 'x'),
        bad('an object for a list', {}),
        odd('a list of null', [null]),
        odd('a list of lists', [[[]]]),
        odd('a list of objects', [{}]),
        odd('an empty list', []),
        odd('a long list', Array(600).fill('x')),
      ]
    case 'boolean':
      return [
        bad('a word for a boolean', 'yes'),
        bad('an object for a boolean', {}),
        bad('a number for a boolean', 2),
        odd('a boolean as text', 'TRUE'),
      ]
    case 'integer':
      return [...numbers, ...wrongForNumber, bad('a half', 0.5)]
    case 'number':
      return [...numbers, ...wrongForNumber]
    default:
      return ofText(node)
  }
}

function ofText(node: Node): Hostile[] {
  const { format = '', enum: words, maxLength = 10_000 } = node
  const long = [
    (words ? bad : odd)(
      'a text just too long',
      emoji.repeat(maxLength + 1).slice(0, maxLength + 1),
    ),
    odd('a text of the full length', 'é'.repeat(Math.min(maxLength, 10_000))),
    odd('a very long text', 'x'.repeat(60_000)),
  ]
  if (words) return [...wrongForText, ...oddTexts, bad('a wrong word', 'NO_SUCH_WORD'), ...long]
  if (format === 'uuid') return [...wrongForText, ...uids, ...oddTexts.slice(0, 4), ...long]
  if (/date|instant/.test(format)) {
    const wrong = badDates.map(text => bad(`the date ${text}`, text))
    const far = [...oddDates, ...oddTimes].map(text => odd(`the date ${text}`, text))
    return [...wrongForText, ...wrong, ...far, ...oddTexts.slice(0, 3)]
  }
  if (format === '' || format === 'raw') return [...wrongForText, ...oddTexts, ...long]
  return [...wrongForText, ...oddTexts, ...urls, ...long]
}

const urls = [
  odd('a URL without a host', 'https://'),
  odd('a URL of another scheme', 'javascript:alert(1)'),
  odd('a URL with odd characters', 'https://exa mple.org/\u0000'),
  odd('an address of nobody', '@'),
]

/** What may stand in a query instead of a good value, percent-encoded. */
export function hostileParameters(node: Node): { name: string; text: string; isBad: boolean }[] {
  const texts = ofType(typeOf(node) === 'array' ? (node.items ?? {}) : node)
    .filter(
      ({ value }) =>
        typeof value === 'string' && value !== overflow && encoded(value).length < 30_000,
    )
    .map(({ name, value, isBad }) => ({ name, text: encoded(value as string), isBad }))
  // A list drops what is empty of it, and takes commas for its own.
  const isList = typeOf(node) === 'array'
  const sure = texts.map(one => ({ ...one, isBad: one.isBad && !isList }))
  const encodings = ['%00', '%ff', '%c3%28', '%', '%zz', '%u0041', '+', '%25', '[]', 'a,,b,']
  return [
    ...sure,
    ...encodings.map(text => ({ name: `the encoding ${text}`, text, isBad: false })),
    { name: 'a very long text', text: 'x'.repeat(30_000), isBad: false },
  ]
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** What may stand in a path where a uid should, as it is written on the wire. */
export function hostileSegments(uid: string): { name: string; text: string }[] {
  const texts = {
    'no uid': 'x',
    'a uid of nothing': '00000000-0000-0000-0000-000000000000',
    'a uid in capitals': uid.toUpperCase(),
    'a uid in braces': encoded(`{${uid}}`),
    'a uid without dashes': uid.replaceAll('-', ''),
    'a uid and a blank': `${uid}%20`,
    'a uid and a NUL': `${uid}%00`,
    'a uid and a parameter': `${uid};a=b`,
    'a uid and a line feed': `${uid}%0a`,
    'an encoded uid': [...uid].map(c => `%${c.charCodeAt(0).toString(16)}`).join(''),
    'a doubly encoded uid': [...uid].map(c => `%25${c.charCodeAt(0).toString(16)}`).join(''),
    'an encoded slash': `${uid}%2f${uid}`,
    'an encoded backslash': `${uid}%5c`,
    dots: '..',
    'encoded dots': '%2e%2e%2f%2e%2e',
    'a NUL': '%00',
    'no UTF-8': '%ff%fe',
    'an overlong encoding': '%c0%af',
    'a broken encoding': '%e0%a4%a',
    'a lone percent sign': '%',
    'a colon': ':uid',
    'a star': '*',
    'a prototype': '__proto__',
    emoji: encoded(emoji),
    'a long text': 'x'.repeat(300),
    'a very long text': 'x'.repeat(20_000),
  }
  return Object.entries(texts).map(([name, text]) => ({ name, text }))
}

/** Whole bodies that are none, or are more than one. */
export function hostileBodies(good: string): { name: string; body: string | Buffer }[] {
  const [, first = 'x'] = /^\{"([^"]+)"/.exec(good) ?? []
  const inner = good.slice(1, -1)
  const rest = inner === '' ? '' : `,${inner}`
  const texts: Record<string, string | Buffer> = {
    'no body': '',
    'blanks for a body': ' \r\n\t ',
    'half a body': good.slice(0, -1),
    'two bodies': `${good}${good}`,
    'a list for a body': '[1,2]',
    'a list of a body': `[${good}]`,
    'an empty list': '[]',
    'null for a body': 'null',
    'a text for a body': '"x"',
    'a number for a body': '1',
    'no JSON': "{'a': 1}",
    'a comment': `/* x */ ${good}`,
    'a trailing comma': good.replace(/\}$/, ',}'),
    NaN: `{"${first}": NaN${rest}}`,
    'no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'a byte order mark': `\ufeff${good}`,
    'UTF-16': Buffer.from(good, 'utf16le'),
    'a key twice': `{"${first}": {"x": []}${rest}}`,
    'a prototype as a key': `{"__proto__": {"isAdmin": true}, "constructor": {"x": {}}${rest}}`,
    'an unknown key': `{"no such key \\u0000 \\ud800": [{}]${rest}}`,
    'too deep': `{"x": ${'['.repeat(40)}${']'.repeat(40)}${rest}}`,
    'much too deep': '[{"a":'.repeat(20_000),
    'a form': 'a=b&__proto__=1',
    'a megabyte': `{"x": "${'x'.repeat(mebibyte - 200 - good.length)}"${rest}}`,
    'more than a megabyte': `{"x": "${'x'.repeat(mebibyte)}"${rest}}`,
  }
  return Object.entries(texts).map(([name, body]) => ({ name, body }))
}

function typeOf(node: Node): string | undefined {
  return Array.isArray(node.type) ? node.type.find(type => type !== 'null') : node.type
}

function isNullable(node: Node): boolean {
  return Array.isArray(node.type) && node.type.includes('null')
}
