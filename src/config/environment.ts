/** The environment of a process, which its settings are read from. */
export type Environment = Record<string, string | undefined>

/** The error for a setting whose value does not fit, which it quotes. */
export function unfit(name: string, text: string, wanted: string): Error {
  return new Error(`${name} is invalid: '${text}' is not ${wanted}`)
}

/** The error for a setting whose value is not shown, because it may contain a password. */
export function mustBe(name: string, wanted: string): Error {
  return new Error(`${name} is invalid: it must be ${wanted}`)
}

/** Reads a URL by http or https, which may have a path. @throws Error naming the variable */
export function httpUrl(env: Environment, name: string): string {
  const text = env[name] ?? ''
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw unfit(name, text, 'an http or https URL')
}

/**
 * Reads an origin, without a trailing slash.
 *
 * @throws Error naming the variable
 */
export function origin(env: Environment, name: string, standard: string): string {
  const text = env[name] || standard
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url === null) throw unfit(name, text, 'an http or https URL')
  if (url.username || url.password) throw mustBe(name, 'an origin, without a user or a password')
  const bare = text.replace(/\/+$/, '')
  if (/^https?:\/\/[^/?#]+$/.test(bare)) return bare
  throw unfit(name, text, 'an origin, without a path: the server needs a host name of its own')
}
