/** Form that creates the first agency of a server and its administrator, by the set-up link. */
import type { FastifyReply } from 'fastify'
import { toNetwork } from '../../../platform/limits/client-network.ts'
import { html } from '../../../platform/web/html.ts'
import { hasAnyAgencyUnscoped } from '../agencies/agencies.ts'
import { countNetwork } from '../employees/sign-in.ts'
import { hashOwnPassword } from '../passwords/employee-passwords.ts'
import { createFirstAgency } from '../setup-links/create-first-agency.ts'
import { readFirstAgency } from '../setup-links/first-agency-body.ts'
import { regionPreset } from '../setup-links/region-preset.ts'
import { isSetupLink, isSetupToken } from '../setup-links/setup-links.ts'
import {
  type ConsoleServices,
  type PageVisit,
  readDevice,
  redirectSignedIn,
  sendPage,
  singleFormPage,
} from './console-html.ts'
import { newAgencyPage } from './new-agency-page.ts'
import { signInLink } from './refusal-page.ts'
import { printLinkCommand } from './sign-in-pages.ts'

export async function sendNewAgency(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const token = await findUsableToken(services, visit)
  if (token === null) return sendLinkInvalid(services, visit)
  const { currency, timeZone } = regionPreset(visit.request.headers['accept-language'])
  const form = new URLSearchParams({ currency, timeZone, language: visit.language })
  const body = newAgencyPage(visit, { token, form, invalid: new Set() })
  return sendPage(visit, 200, visit.messages.newAgency.title, body)
}

export async function handleNewAgency(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  // Before the password is hashed, which is slow.
  const token = await findUsableToken(services, visit)
  if (token === null) return sendLinkInvalid(services, visit)
  const { form, cookie: former } = visit
  const read = readFirstAgency(form)
  if (read instanceof Set) {
    const body = newAgencyPage(visit, { token, form, invalid: read })
    return sendPage(visit, 422, visit.messages.newAgency.title, body)
  }
  const hash = await hashOwnPassword(read.password)
  const ctx = { ...services, log: visit.request.log }
  const input = { agency: read.agency, hash, device: readDevice(visit), former }
  const session = await createFirstAgency(ctx, token, input)
  if (session === null) return sendLinkInvalid(services, visit)
  return redirectSignedIn(visit, services, session, '/console/setup')
}

/** Returns the token of the path; null if it is not that of the link, or there is an agency. */
async function findUsableToken(
  services: ConsoleServices,
  { request }: PageVisit,
): Promise<string | null> {
  const { token = '' } = request.params as { token?: string }
  const isUsable = isSetupToken(token) && (await isSetupLink(services, token))
  return isUsable && !(await hasAnyAgencyUnscoped(services.db)) ? token : null
}

/** Counts the request as a failed attempt of its network. */
function sendLinkInvalid(services: ConsoleServices, visit: PageVisit): FastifyReply {
  countNetwork({ ...services, log: visit.request.log }, toNetwork(visit.request.ip))
  const { linkInvalidHeading: heading, linkInvalid } = visit.messages.newAgency
  const text = html`<h1>${heading}</h1>
      <p>${linkInvalid(printLinkCommand)}</p>`
  return sendPage(visit, 404, heading, singleFormPage(text, signInLink(visit)))
}
