/** Forms to set a password by a link: an invitation, or a reset. */
import type { FastifyReply } from 'fastify'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { countLinkRequest } from '../employees/sign-in.ts'
import { changeOwnPassword } from '../passwords/change-own-password.ts'
import { hashOwnPassword, lengthError } from '../passwords/employee-passwords.ts'
import {
  consumeLink,
  findLinkedEmployee,
  type LinkToken,
  type ResetTask,
} from '../passwords/password-links.ts'
import type { SessionToken } from '../sessions/session.ts'
import {
  type ConsoleServices,
  type PageVisit,
  readDevice,
  redirectSignedIn,
  sendPage,
  withChosenLanguage,
} from './console-html.ts'
import { errorPage, wrongLengthText } from './refusal-page.ts'
import { resetRequestPage, welcomePage } from './sign-in-pages.ts'

const emailCharactersMax = 320

export function sendResetForm({ sending }: ConsoleServices, visit: PageVisit): FastifyReply {
  const body = resetRequestPage(visit, { hasMail: sending.mailer !== null })
  return sendPage(visit, 200, visit.messages.forgotten.title, body)
}

export async function requestLink(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const { form, request, reply, language } = visit
  if (services.sending.mailer === null) return sendResetForm(services, visit)
  const { title, tooMany } = visit.messages.forgotten
  const email = form.get('email') ?? ''
  const ctx = { ...services, log: request.log }
  try {
    await countLinkRequest(ctx, { email, address: request.ip })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reply.headers(error.headers)
    const message = tooMany(error.headers['retry-after'] ?? '1')
    return sendPage(visit, error.status, title, resetRequestPage(visit, { hasMail: true, message }))
  }
  // A task looks up the address, so that the response time does not reveal whether it exists.
  const task: ResetTask = { email: email.slice(0, emailCharactersMax), language }
  await services.tasks.send(services.db, 'send-reset-links', task)
  return sendPage(visit, 200, title, resetRequestPage(visit, { hasMail: true, isSent: true }))
}

export async function sendWelcome(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  return sendPasswordForm(services, visit, 200)
}

export async function handlePasswordChoice(
  services: ConsoleServices,
  visit: PageVisit,
): Promise<FastifyReply> {
  const password = visit.form.get('password') ?? ''
  const lengthProblem = lengthError(password)
  if (lengthProblem !== null) return sendPasswordForm(services, visit, 422, { isWrongLength: true })
  const link = readLink(visit)
  const identity = link && (await findLinkedEmployee(services, link))
  if (!identity) return sendLinkExpired(visit)
  const hash = await hashOwnPassword(password)
  const ctx = { ...services, log: visit.request.log }
  const token = await transaction(
    ctx,
    async (ctx: typeof services): Promise<SessionToken | null> => {
      if (!(await consumeLink(ctx, link))) return null
      const device = readDevice(visit)
      return changeOwnPassword(ctx, { identity, hash, device, former: visit.cookie })
    },
  )
  return token ? redirectSignedIn(visit, services, token, '/console') : sendLinkExpired(visit)
}

async function sendPasswordForm(
  services: ConsoleServices,
  visit: PageVisit,
  status: number,
  { isWrongLength = false } = {},
): Promise<FastifyReply> {
  const link = readLink(visit)
  const employee = link && (await findLinkedEmployee(services, link))
  if (!employee) return sendLinkExpired(visit)
  const localized = await withChosenLanguage(services, visit, [employee])
  const path = `/console/welcome/${link.agencyUid}.${link.token}`
  const { first_name: firstName, email, agency_name: agencyName } = employee
  const recipient = { firstName, email, agencyName }
  const message = isWrongLength ? wrongLengthText(localized.messages) : undefined
  const body = welcomePage(localized, path, recipient, message)
  return sendPage(localized, status, localized.messages.welcome.title, body)
}

function readLink({ request }: PageVisit): LinkToken | null {
  const { token: linkText = '' } = request.params as { token?: string }
  const [agency = '', token = ''] = linkText.split('.')
  const agencyUid = asUid(agency)
  return agencyUid !== null && /^[\w-]{43}$/.test(token) ? { agencyUid, token } : null
}

function sendLinkExpired(visit: PageVisit): FastifyReply {
  const { linkExpiredHeading, linkExpired } = visit.messages.welcome
  return sendPage(visit, 410, linkExpiredHeading, errorPage(visit, linkExpiredHeading, linkExpired))
}
