/** What a partner sends the property manager with: contract/general.md §2.3, RFC 6749 §4.1.1. */

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  /** As it stands in the address, so that it goes back byte for byte. */
  state: string | null
  /** The PKCE code challenge (S256), or null. */
  codeChallenge: string | null
  /** True if the parameters have the names of RFC 6749, so that errors have them, too. */
  isStandard: boolean
  /** Whether scope, kind of grant, PKCE method and state are what they may be. */
  isCorrect: boolean
}

const stateCharactersMax = 1_024

/** Reads the query of an address, each parameter in either spelling; the last of one counts. */
export function readAuthorizationRequest(url: string): AuthorizationRequest {
  const raw = rawParameters(url)
  const get = (...names: string[]) => {
    const value = names.map(name => raw.get(name)).find(text => text !== undefined)
    return value === undefined ? null : decoded(value)
  }
  const state = raw.get('state') ?? null
  const isShort = state === null || [...decoded(state)].length <= stateCharactersMax
  const challenge = get('codeChallenge', 'code_challenge') || null
  const method = get('codeChallengeMethod', 'code_challenge_method') || null
  const isProof = challenge === null ? method === null : /^[\w-]{43}$/.test(challenge)
  const isCorrect =
    isShort &&
    isProof &&
    (challenge === null || method === 'S256') &&
    isOrAbsent(get('scope'), 'FULL') &&
    isOrAbsent(get('grantType', 'grant_type'), 'REFRESH_TOKEN') &&
    isOrAbsent(get('responseType', 'response_type'), 'code')
  return {
    clientId: get('clientId', 'client_id') ?? '',
    redirectUri: get('redirectUri', 'redirect_uri') ?? '',
    state: isShort ? state : null,
    codeChallenge: challenge,
    isStandard: get('response_type') !== null,
    isCorrect,
  }
}

/** RFC 6749 §4.1.2.1. */
const standardErrors = { DECLINED: 'access_denied', INCORRECT_REQUEST: 'invalid_request' } as const

/**
 * Where the manager's browser goes back to, with the code of an approval or without, and who has
 * answered (RFC 9207).
 */
export function redirectAddress(
  { redirectUri, state, isStandard }: AuthorizationRequest,
  status: 'SUCCESSFUL' | 'DECLINED' | 'INCORRECT_REQUEST',
  issuer: string,
  code?: string,
): string {
  const parameters = [
    ...(code === undefined ? [] : [`code=${encodeURIComponent(code)}`]),
    ...(state === null ? [] : [`state=${inAddress(state)}`]),
    ...(isStandard && status !== 'SUCCESSFUL' ? [`error=${standardErrors[status]}`] : []),
    `status=${status}`,
    `iss=${encodeURIComponent(issuer)}`,
  ]
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

function isOrAbsent(value: string | null, wanted: string): boolean {
  return value === null || value === '' || value === wanted
}

function rawParameters(url: string): Map<string, string> {
  const query = url.indexOf('?')
  const pairs = query < 0 ? [] : url.slice(query + 1).split('&')
  return new Map(
    pairs.map(pair => {
      const equals = pair.indexOf('=')
      if (equals < 0) return [decoded(pair), '']
      return [decoded(pair.slice(0, equals)), pair.slice(equals + 1)]
    }),
  )
}

/** A form-encoded text; what is no UTF-8 in it is replaced. */
function decoded(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? ''
}

/** Percent-encodes the bytes that are not allowed in a URL. */
function inAddress(raw: string): string {
  return raw.replace(/%(?![0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, character =>
    [...Buffer.from(character, 'latin1')]
      .map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
      .join(''),
  )
}
