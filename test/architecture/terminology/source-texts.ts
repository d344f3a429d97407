/** Comments and string literals of TypeScript sources, with their lines. */

export interface Fragment {
  kind: 'doc' | 'comment' | 'string'
  text: string
  /** Line of its beginning, from 1. */
  line: number
  /** Tag of a template: `sql`, `html`. */
  tag?: string
}

const precedingTag = /([\w$]+)\s*$/
/** Text after which a slash begins a regular expression, not a division. */
const beforeRegExp = /(^|[(,=:[!&|?{};+<>~*%-]|\b(return|typeof|case|in|of|=>))\s*$/

/** Parses comments, strings and templates; `${…}` in a template becomes `…`. */
export function parseFragments(source: string): Fragment[] {
  const fragments: Fragment[] = []
  new Scanner(source, fragments).scan(0, false)
  return mergeLineComments(fragments)
}

class Scanner {
  readonly #source: string
  readonly #fragments: Fragment[]
  #line = 1
  #counted = 0
  /** End of the last string. */
  #stringEnd = -1

  constructor(source: string, fragments: Fragment[]) {
    this.#source = source
    this.#fragments = fragments
  }

  /** Scans code from a position to its end, or to the brace that closes a template's `${`. */
  scan(from: number, isNested: boolean): number {
    let depth = 0
    let at = from
    while (at < this.#source.length) {
      const char = this.#source[at]!
      if (isNested && char === '}' && depth === 0) return at
      if (char === '{') depth++
      if (char === '}') depth--
      at = this.#step(char, at)
    }
    return at
  }

  #step(char: string, at: number): number {
    if (char === "'" || char === '"') return this.#quoted(char, at)
    if (char === '`') return this.#template(at)
    if (char !== '/') return at + 1
    const next = this.#source[at + 1]
    if (next === '/') return this.#lineComment(at)
    if (next === '*') return this.#blockComment(at)
    return this.#isRegExp(at) ? this.#regExp(at) : at + 1
  }

  #quoted(quote: string, at: number): number {
    const literal = new RegExp(String.raw`${quote}((?:[^${quote}\\\n]|\\[\s\S])*)${quote}`, 'y')
    literal.lastIndex = at
    const match = literal.exec(this.#source)
    // An apostrophe in the text of JSX.
    if (!match) return at + 1
    const end = literal.lastIndex
    this.#addString(match[1]!.replace(/\\(['"`])/g, '$1'), at, end)
    return end
  }

  #template(at: number): number {
    const tag = precedingTag.exec(this.#source.slice(Math.max(0, at - 40), at))?.[1]
    let text = ''
    let i = at + 1
    while (i < this.#source.length && this.#source[i] !== '`') {
      if (this.#source.startsWith('${', i)) {
        text += '…'
        i = this.scan(i + 2, true) + 1
      } else {
        const length = this.#source[i] === '\\' ? 2 : 1
        text += this.#source.slice(i, i + length)
        i += length
      }
    }
    this.#addString(text, at, i + 1, tag)
    return i + 1
  }

  #lineComment(at: number): number {
    const end = this.#source.indexOf('\n', at)
    const to = end === -1 ? this.#source.length : end
    this.#add('comment', this.#source.slice(at + 2, to).trim(), at)
    return to
  }

  #blockComment(at: number): number {
    const end = this.#source.indexOf('*/', at)
    const isDoc = this.#source.startsWith('/**', at)
    const text = this.#source.slice(at + 2, end).replace(/^\*|\n\s*\*/g, '\n')
    this.#add(isDoc ? 'doc' : 'comment', text.trim(), at)
    return end + 2
  }

  #isRegExp(at: number): boolean {
    return beforeRegExp.test(this.#source.slice(Math.max(0, at - 40), at))
  }

  #regExp(at: number): number {
    const literal = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y
    literal.lastIndex = at
    return literal.test(this.#source) ? literal.lastIndex : at + 1
  }

  /** Adds a string, or appends it to the one before if they are joined by a plus. */
  #addString(text: string, at: number, end: number, tag?: string): void {
    const between = this.#stringEnd === -1 ? '' : this.#source.slice(this.#stringEnd, at)
    const before = this.#fragments.at(-1)
    if (before?.kind === 'string' && /^\s*\+\s*$/.test(between)) before.text += text
    else this.#add('string', text, at, tag)
    this.#stringEnd = end
  }

  #add(kind: Fragment['kind'], text: string, at: number, tag?: string): void {
    this.#fragments.push({ kind, text, line: this.#lineOf(at), ...(tag && { tag }) })
  }

  #lineOf(at: number): number {
    const from = Math.min(at, this.#counted)
    const lines = this.#source.slice(from, Math.max(at, this.#counted)).split('\n').length - 1
    this.#line += at < this.#counted ? -lines : lines
    this.#counted = at
    return this.#line
  }
}

/** Joins `//` comments of consecutive lines into one. */
function mergeLineComments(fragments: Fragment[]): Fragment[] {
  const merged: (Fragment & { last: number })[] = []
  for (const fragment of fragments) {
    const before = merged.at(-1)
    const isNext = before?.kind === 'comment' && before.last === fragment.line - 1
    if (isNext && fragment.kind === 'comment') {
      before.text += `\n${fragment.text}`
      before.last = fragment.line
    } else {
      merged.push({ ...fragment, last: fragment.line + fragment.text.split('\n').length - 1 })
    }
  }
  return merged.map(({ last: _, ...fragment }) => fragment)
}
