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
  type Visit,
  visitorOf,
} from './console-html.ts'
import { forgottenPage, refusalPage, welcomePage } from './sign-in-pages.ts'

const title = 'Forgotten your password?'

/** No address has more. */
const emailCharactersMax = 320

export function showForgotten({ sending }: ConsoleServices, { reply }: Visit): FastifyReply {
  return sendPage(reply, 200, title, forgottenPage(sending.mailer !== null))
}

export async function askForLink(services: ConsoleServices, visit: Visit): Promise<FastifyReply> {
  const { form, request, reply } = visit
  if (services.sending.mailer === null) return showForgotten(services, visit)
  const email = form.get('email') ?? ''
  const ctx = { ...services, log: request.log }
  try {
    await countLinkAsked(ctx, { email, address: request.ip })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const message = `Too many links were asked for. Try again in ${error.headers['retry-after']} s.`
    return sendPage(
      reply.headers(error.headers),
      error.status,
      title,
      forgottenPage(true, { message }),
    )
  }
  // Looked up later, so that nobody learns from the time it takes whether there is such an address.
  const task: ResetTask = { email: email.slice(0, emailCharactersMax) }
  await services.tasks.send(services.db, 'send-reset-links', task)
  return sendPage(reply, 200, title, forgottenPage(true, { isDone: true }))
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
  if (wrong !== null) return showChoice(services, visit, 422, `A password ${wrong}.`)
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
  message?: string,
): Promise<FastifyReply> {
  const link = linkIn(visit)
  const linked = link && (await findLinked(services, link))
  if (!linked) return refuse(visit)
  const path = `/console/welcome/${link.agencyUid}.${link.token}`
  const about = { email: linked.email, agencyName: linked.agency_name }
  return sendPage(visit.reply, status, 'Choose a password', welcomePage(path, about, message))
}

function linkIn({ request }: Visit): LinkToken | null {
  const { token: text = '' } = request.params as { token?: string }
  const [agency = '', token = ''] = text.split('.')
  const agencyUid = asUid(agency)
  return agencyUid !== null && /^[\w-]{43}$/.test(token) ? { agencyUid, token } : null
}

function refuse({ reply }: Visit): FastifyReply {
  const text =
    'It was used already, its time is over, or another one was sent since. Ask for a new link, ' +
    'or have an administrator of your agency make one.'
  return sendPage(reply, 410, 'Link', refusalPage('This link is no longer good', text))
}
