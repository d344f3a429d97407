/** The forms of the consent pages: whose they are, and in which language they are answered. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { bodyText } from '../../../platform/rest/read-json.ts'
import type { Manager, SignInCounts } from '../employees/sign-in.ts'
import { acceptedLanguage } from '../languages/language.ts'
import { findChosenLanguage } from '../languages/languages.ts'
import type { Partner } from '../partners/partner.ts'
import { type PageWords, pageWordsOf } from './consent-pages.ts'
import type { AuthorizationRequest } from './read-authorization-request.ts'

export interface Services
  extends Pick<Context, 'db' | 'clock' | 'pending' | 'metrics' | 'signing' | 'tasks' | 'settings'> {
  signIns: SignInCounts
}

/** Whose form it is, and what it says. */
export interface Step {
  /** A correct request of a partner; null: a manager came by himself. */
  asked: { partner: Partner; request: AuthorizationRequest } | null
  form: URLSearchParams
  request: FastifyRequest
  reply: FastifyReply
  /** In the manager's language, once it is known who he is. */
  spoken: PageWords
}

export function spokenTo({ headers }: FastifyRequest): PageWords {
  return pageWordsOf(acceptedLanguage(headers['accept-language']))
}

/** The same in the language of the managers who are known by now, if one has chosen one. */
export async function speakTo(services: Services, step: Step, managers: Manager[]): Promise<Step> {
  const language = await findChosenLanguage(services, managers)
  return language === null ? step : { ...step, spoken: pageWordsOf(language) }
}

export function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(bodyText(body as Buffer | undefined))
}

export const askingOf = ({ asked }: Step) => asked?.partner ?? null

export const issuerOf = ({ settings }: Services) => settings.publicUrl

/**
 * Whether a form comes from a page of this server, or from a program that is no browser: nobody
 * else can have a manager sign in as somebody whom he is not.
 */
export function isOwnForm({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Without TLS browsers do not say the site, and a page that names no referrer no origin either.
  const { origin = 'null' } = headers
  return origin === 'null' || origin === publicUrl || origin.replace(/^https?:\/\//, '') === host
}

export function show(
  { reply, spoken }: Pick<Step, 'reply' | 'spoken'>,
  status: number,
  page: string,
): FastifyReply {
  reply.headers({ 'content-language': spoken.language, vary: 'accept-language' })
  return reply.code(status).send(page)
}
