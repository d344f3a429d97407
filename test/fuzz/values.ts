/** Malformed values of a field, by its type. */

/** Schema of a field in an API version. */
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

export interface MalformedValue {
  /** Label in failures. */
  name: string
  value: unknown
  /**
   * True if the contract allows no such value: the request must be refused unless it ignores the
   * field.
   */
  isInvalid: boolean
}

/** Placeholder that is replaced in JSON text by a number beyond the range of doubles. */
export const overflow = '«1e999»'

const mebibyte = 1_048_576
const loneSurrogate = '\ud83d'
const emoji = '👩‍👩‍👧‍👦'

const invalid = (name: string, value: unknown): MalformedValue => ({ name, value, isInvalid: true })
const unusual = (name: string, value: unknown): MalformedValue => ({
  name,
  value,
  isInvalid: false,
})

const unusualTexts = [
  unusual('NUL', 'a\u0000b'),
  unusual('control characters', '\u0001\u0008\u001b[31m\u007f\u0085\u2028'),
  unusual('a lone surrogate', `x${loneSurrogate}y`),
  unusual('emoji', emoji.repeat(3)),
  unusual('blanks', '   '),
  unusual('nothing', ''),
  unusual('quotes', `'";--\\ $1 %s {{x}} <script>`),
  unusual('a pattern', '%_%'),
  unusual('right to left', '\u202eabc\u0301'),
  unusual('a prototype', '__proto__'),
  unusual('a word of JSON', 'null'),
]

const wrongForText = [
  invalid('an object for a text', { a: 1 }),
  invalid('a list for a text', ['x']),
  invalid('a boolean for a text', true),
]

const invalidDateTexts = [
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '99999-01-01',
  '26-1-1',
  'today',
]
const extremeDateTexts = [
  '0001-01-01',
  '9999-12-31',
  '2026-07-04T24:00:00',
  '+002026-07-04',
  '-0001-01-01',
]
const extremeTimeTexts = ['9999-12-31T23:59:59', '0001-01-01T00:00:00+14:00', '2026-07-04T25:61:61']

const numbers = [
  unusual('a huge number', 1e308),
  unusual('a huge negative number', -1e308),
  unusual('a tiny number', 5e-324),
  unusual('a fraction', 0.1 + 0.2),
  unusual('minus one', -1),
  unusual('zero', 0),
  unusual('more than a double keeps', 2 ** 53 + 2),
  unusual('more than 32 bits', 2_147_483_648),
  unusual('a number as text', '1e3'),
  unusual('a hexadecimal text', '0x10'),
]

const wrongForNumber = [
  invalid('text for a number', 'x'),
  invalid('NaN as text', 'NaN'),
  invalid('infinity as text', 'Infinity'),
  invalid('a number beyond doubles', overflow),
  invalid('an object for a number', {}),
  invalid('a list for a number', [1]),
  invalid('a boolean for a number', true),
]

const uids = [
  unusual('no uid', 'x'),
  unusual('a uid of nothing', '00000000-0000-0000-0000-000000000000'),
  unusual('a uid of everything', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
  unusual('a uid in braces', '{00000000-0000-0000-0000-000000000001}'),
  unusual('a uid without dashes', '00000000000000000000000000000001'),
  unusual('a uid with a NUL', '00000000-0000-4000-8000-000000000001\u0000'),
  unusual('a uid with a surrogate', `${loneSurrogate}0000000-0000-4000-8000-000000000001`),
]

/** Lists malformed values of a field in a JSON body. */
export function malformedValues(node: Node): MalformedValue[] {
  return [...malformedByType(node), ...(isNullable(node) ? [] : [invalid('null', null)])]
}

function malformedByType(node: Node): MalformedValue[] {
  switch (typeName(node)) {
    case 'object':
      return [
        invalid('a text for an object', 'x'),
        invalid('a list for an object', []),
        invalid('a number for an object', 1),
        unusual('a prototype of its own', JSON.parse('{"__proto__":{},"constructor":{"x":1}}')),
      ]
    case 'array':
      return [
        invalid('a text for a list', 'x'),
        invalid('an object for a list', {}),
        unusual('a list of null', [null]),
        unusual('a list of lists', [[[]]]),
        unusual('a list of objects', [{}]),
        unusual('an empty list', []),
        unusual('a long list', Array(600).fill('x')),
      ]
    case 'boolean':
      return [
        invalid('a word for a boolean', 'yes'),
        invalid('an object for a boolean', {}),
        invalid('a number for a boolean', 2),
        unusual('a boolean as text', 'TRUE'),
      ]
    case 'integer':
      return [...numbers, ...wrongForNumber, invalid('a half', 0.5)]
    case 'number':
      return [...numbers, ...wrongForNumber]
    default:
      return malformedTexts(node)
  }
}

function malformedTexts(node: Node): MalformedValue[] {
  const { format = '', enum: enumValues, maxLength = 10_000 } = node
  const long = [
    (enumValues ? invalid : unusual)(
      'a text just too long',
      emoji.repeat(maxLength + 1).slice(0, maxLength + 1),
    ),
    unusual('a text of the full length', 'é'.repeat(Math.min(maxLength, 10_000))),
    unusual('a very long text', 'x'.repeat(60_000)),
  ]
  if (enumValues)
    return [...wrongForText, ...unusualTexts, invalid('a wrong word', 'NO_SUCH_WORD'), ...long]
  if (format === 'uuid') return [...wrongForText, ...uids, ...unusualTexts.slice(0, 4), ...long]
  if (/date|instant/.test(format)) {
    const invalidDates = invalidDateTexts.map(text => invalid(`the date ${text}`, text))
    const extremeDates = [...extremeDateTexts, ...extremeTimeTexts].map(text =>
      unusual(`the date ${text}`, text),
    )
    return [...wrongForText, ...invalidDates, ...extremeDates, ...unusualTexts.slice(0, 3)]
  }
  if (format === '' || format === 'raw') return [...wrongForText, ...unusualTexts, ...long]
  return [...wrongForText, ...unusualTexts, ...urls, ...long]
}

const urls = [
  unusual('a URL without a host', 'https://'),
  unusual('a URL of another scheme', 'javascript:alert(1)'),
  unusual('a URL with odd characters', 'https://exa mple.org/\u0000'),
  unusual('an address without name and host', '@'),
]

/** Lists malformed values of a query parameter, percent-encoded. */
export function malformedParameters(
  node: Node,
): { name: string; text: string; isInvalid: boolean }[] {
  const texts = malformedByType(typeName(node) === 'array' ? (node.items ?? {}) : node)
    .filter(
      ({ value }) =>
        typeof value === 'string' && value !== overflow && encode(value).length < 30_000,
    )
    .map(({ name, value, isInvalid }) => ({
      name,
      text: encode(value as string),
      isInvalid,
    }))
  // A list drops empty items and splits at commas, so a value may be valid.
  const isList = typeName(node) === 'array'
  const reliable = texts.map(parameter => ({
    ...parameter,
    isInvalid: parameter.isInvalid && !isList,
  }))
  const encodings = ['%00', '%ff', '%c3%28', '%', '%zz', '%u0041', '+', '%25', '[]', 'a,,b,']
  return [
    ...reliable,
    ...encodings.map(text => ({ name: `the encoding ${text}`, text, isInvalid: false })),
    { name: 'a very long text', text: 'x'.repeat(30_000), isInvalid: false },
  ]
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Lists malformed path segments in place of a uid, encoded as they are sent. */
export function malformedSegments(uid: string): { name: string; text: string }[] {
  const texts = {
    'no uid': 'x',
    'a uid of nothing': '00000000-0000-0000-0000-000000000000',
    'a uid in capitals': uid.toUpperCase(),
    'a uid in braces': encode(`{${uid}}`),
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
    emoji: encode(emoji),
    'a long text': 'x'.repeat(300),
    'a very long text': 'x'.repeat(20_000),
  }
  return Object.entries(texts).map(([name, text]) => ({ name, text }))
}

/** Lists malformed bodies, made from a valid one. */
export function malformedBodies(valid: string): { name: string; body: string | Buffer }[] {
  const [, first = 'x'] = /^\{"([^"]+)"/.exec(valid) ?? []
  const inner = valid.slice(1, -1)
  const rest = inner === '' ? '' : `,${inner}`
  const texts: Record<string, string | Buffer> = {
    'no body': '',
    'blanks for a body': ' \r\n\t ',
    'half a body': valid.slice(0, -1),
    'two bodies': `${valid}${valid}`,
    'a list for a body': '[1,2]',
    'a list of a body': `[${valid}]`,
    'an empty list': '[]',
    'null for a body': 'null',
    'a text for a body': '"x"',
    'a number for a body': '1',
    'no JSON': "{'a': 1}",
    'a comment': `/* x */ ${valid}`,
    'a trailing comma': valid.replace(/\}$/, ',}'),
    NaN: `{"${first}": NaN${rest}}`,
    'no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'a byte order mark': `\ufeff${valid}`,
    'UTF-16': Buffer.from(valid, 'utf16le'),
    'a key twice': `{"${first}": {"x": []}${rest}}`,
    'a prototype as a key': `{"__proto__": {"isAdmin": true}, "constructor": {"x": {}}${rest}}`,
    'an unknown key': `{"no such key \\u0000 \\ud800": [{}]${rest}}`,
    'too deep': `{"x": ${'['.repeat(40)}${']'.repeat(40)}${rest}}`,
    'much too deep': '[{"a":'.repeat(20_000),
    'a form': 'a=b&__proto__=1',
    'a megabyte': `{"x": "${'x'.repeat(mebibyte - 200 - valid.length)}"${rest}}`,
    'more than a megabyte': `{"x": "${'x'.repeat(mebibyte)}"${rest}}`,
  }
  return Object.entries(texts).map(([name, body]) => ({ name, body }))
}

function typeName(node: Node): string | undefined {
  return Array.isArray(node.type) ? node.type.find(type => type !== 'null') : node.type
}

function isNullable(node: Node): boolean {
  return Array.isArray(node.type) && node.type.includes('null')
}
