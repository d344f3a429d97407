/** How somebody comes to a password by a link: an invitation, or a forgotten one. */
import type { FastifyReply } from 'fastify'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { countLinkAsked } from '../employees/sign-in.ts'
import { changeOwnPassword } from '../passwords/change-own-password.ts'
import { hashOwnPassword, wrongLength } from '../passwords/employee-passwords.ts'
import {
  findLinked,
  type LinkToken,
  type ResetTask,
  spendLink,
} from '../passwords/password-links.ts'
import type { SessionToken } from '../sessions/session.ts'
import {
  type ConsoleServices,
  goSignedIn,
  sendPage,
  speakTo,
  type Visit,
  visitorOf,
} from './console-html.ts'
import { refusalPage, wrongLengthText } from './refusal-page.ts'
import { forgottenPage, welcomePage } from './sign-in-pages.ts'

/** No address has more. */
const emailCharactersMax = 320

export function showForgotten({ sending }: ConsoleServices, visit: Visit): FastifyReply {
  const body = forgottenPage(visit, sending.mailer !== null)
  return sendPage(visit, 200, visit.words.forgotten.title, body)
}

export async function askForLink(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { form, request, reply, language } = visit
  if (services.sending.mailer === null) return showForgotten(services, visit)
  const { title, tooMany } = visit.words.forgotten
  const email = form.get('email') ?? ''
  const ctx = { ...services, log: request.log }
  try {
    await countLinkAsked(ctx, { email, address: request.ip })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    reply.headers(error.headers)
    const message = tooMany(error.headers['retry-after'] ?? '1')
    return sendPage(visit, error.status, title, forgottenPage(visit, true, { message }))
  }
  // Looked up later, so that nobody learns from the time it takes whether there is such an address.
  const task: ResetTask = { email: email.slice(0, emailCharactersMax), language }
  await services.tasks.send(services.db, 'send-reset-links', task)
  return sendPage(visit, 200, title, forgottenPage(visit, true, { isDone: true }))
}

export async function showWelcome(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  return showChoice(services, visit, 200)
}

export async function choosePassword(
  services: ConsoleServices,
  visit: Visit,
): Promise<FastifyReply> {
  const password = visit.form.get('password') ?? ''
  const wrong = wrongLength(password)
  if (wrong !== null) return showChoice(services, visit, 422, { isWrongLength: true })
  const link = linkIn(visit)
  const identity = link && (await findLinked(services, link))
  if (!identity) return refuse(visit)
  const hash = await hashOwnPassword(password)
  const ctx = { ...services, log: visit.request.log }
  const token = await transaction(
    ctx,
    async (ctx: typeof services): Promise<SessionToken | null> => {
      if (!(await spendLink(ctx, link))) return null
      const visitor = visitorOf(visit)
      return changeOwnPassword(ctx, { identity, hash, visitor, former: visit.cookie })
    },
  )
  return token ? goSignedIn(visit, services, token, '/console') : refuse(visit)
}

async function showChoice(
  services: ConsoleServices,
  visit: Visit,
  status: number,
  { isWrongLength = false } = {},
): Promise<FastifyReply> {
  const link = linkIn(visit)
  const linked = link && (await findLinked(services, link))
  if (!linked) return refuse(visit)
  const spoken = await speakTo(services, visit, [linked])
  const path = `/console/welcome/${link.agencyUid}.${link.token}`
  const { first_name: firstName, email, agency_name: agencyName } = linked
  const about = { firstName, email, agencyName }
  const message = isWrongLength ? wrongLengthText(spoken.words) : undefined
  const body = welcomePage(spoken, path, about, message)
  return sendPage(spoken, status, spoken.words.welcome.title, body)
}

function linkIn({ request }: Visit): LinkToken | null {
  const { token: text = '' } = request.params as { token?: string }
  const [agency = '', token = ''] = text.split('.')
  const agencyUid = asUid(agency)
  return agencyUid !== null && /^[\w-]{43}$/.test(token) ? { agencyUid, token } : null
}

function refuse(visit: Visit): FastifyReply {
  const { goneHeading, gone } = visit.words.welcome
  return sendPage(visit, 410, goneHeading, refusalPage(visit, goneHeading, gone))
}
