/** Authorization requests of partners: contract/general.md §2.3, RFC 6749 §4.1.1. */

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  /** Percent-encoded as in the URL, to return it byte for byte. */
  state: string | null
  /** PKCE code challenge (S256), or null. */
  codeChallenge: string | null
  /** True if the parameters have the names of RFC 6749. Errors then have them, too. */
  isStandard: boolean
  /** True if scope, grant type, PKCE method and state are valid. */
  isCorrect: boolean
}

const stateCharactersMax = 1_024

/** Parses the query of a URL. Each parameter has two spellings; of duplicates the last counts. */
export function readAuthorizationRequest(url: string): AuthorizationRequest {
  const rawValues = rawParameters(url)
  const readParameter = (...names: string[]) => {
    const value = names.map(name => rawValues.get(name)).find(text => text !== undefined)
    return value === undefined ? null : decodeForm(value)
  }
  const state = rawValues.get('state') ?? null
  const isStateShort = state === null || [...decodeForm(state)].length <= stateCharactersMax
  const challenge = readParameter('codeChallenge', 'code_challenge') || null
  const method = readParameter('codeChallengeMethod', 'code_challenge_method') || null
  const isChallengeValid = challenge === null ? method === null : /^[\w-]{43}$/.test(challenge)
  const isCorrect =
    isStateShort &&
    isChallengeValid &&
    (challenge === null || method === 'S256') &&
    isAbsentOr(readParameter('scope'), 'FULL') &&
    isAbsentOr(readParameter('grantType', 'grant_type'), 'REFRESH_TOKEN') &&
    isAbsentOr(readParameter('responseType', 'response_type'), 'code')
  return {
    clientId: readParameter('clientId', 'client_id') ?? '',
    redirectUri: readParameter('redirectUri', 'redirect_uri') ?? '',
    state: isStateShort ? state : null,
    codeChallenge: challenge,
    isStandard: readParameter('response_type') !== null,
    isCorrect,
  }
}

/** RFC 6749 §4.1.2.1. */
const standardErrors = { DECLINED: 'access_denied', INCORRECT_REQUEST: 'invalid_request' } as const

/**
 * Returns the URL that the browser of the manager is redirected to, with the code if the manager
 * approved, and with the issuer (RFC 9207).
 */
export function redirectUrl(
  { redirectUri, state, isStandard }: AuthorizationRequest,
  status: 'SUCCESSFUL' | 'DECLINED' | 'INCORRECT_REQUEST',
  issuer: string,
  code?: string,
): string {
  const parameters = [
    ...(code === undefined ? [] : [`code=${encodeURIComponent(code)}`]),
    ...(state === null ? [] : [`state=${encodeForUrl(state)}`]),
    ...(isStandard && status !== 'SUCCESSFUL' ? [`error=${standardErrors[status]}`] : []),
    `status=${status}`,
    `iss=${encodeURIComponent(issuer)}`,
  ]
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

function isAbsentOr(value: string | null, expected: string): boolean {
  return value === null || value === '' || value === expected
}

function rawParameters(url: string): Map<string, string> {
  const queryStart = url.indexOf('?')
  const pairs = queryStart < 0 ? [] : url.slice(queryStart + 1).split('&')
  return new Map(
    pairs.map(pair => {
      const equals = pair.indexOf('=')
      if (equals < 0) return [decodeForm(pair), '']
      return [decodeForm(pair.slice(0, equals)), pair.slice(equals + 1)]
    }),
  )
}

/** Decodes a form-encoded text. Invalid UTF-8 is replaced. */
function decodeForm(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? ''
}

/** Percent-encodes the bytes that are not allowed in a URL. */
function encodeForUrl(raw: string): string {
  return raw.replace(/%(?![0-9a-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, character =>
    [...Buffer.from(character, 'latin1')]
      .map(byte => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
      .join(''),
  )
}
