/** Serves the console: its one page, and the files that it loads. */
import { randomBytes } from 'node:crypto'
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bundleConsole } from './console-server/bundle.ts'
import { assetsPath, shellHtml, shellNeeds, themes } from './console-server/shell-html.ts'
import type { Context } from './context.ts'
import type { Clock } from './platform/clock.ts'
import type { Run } from './platform/db/database.ts'
import { logAs } from './platform/logs/log-requests.ts'
import { asPage, secure, sendPageFile } from './platform/pages.ts'
import { acceptedLanguage } from './rental/access/languages/language.ts'
import { findChosenLanguage } from './rental/access/languages/languages.ts'
import { readSessionCookie, sessionCookie } from './rental/access/sessions/session.ts'
import { findSession } from './rental/access/sessions/sessions.ts'

interface ConsoleOptions {
  run: Run
  db: Context['db']
  clock: Clock
  publicUrl: string
}

/** Serves it below `/console`, beside the plain pages by which people come in. */
export function serveConsoleShell(app: FastifyInstance, options: ConsoleOptions): void {
  const hidden = { schema: { hide: true } }
  app.get('/console', hidden, (request, reply) => sendShell(options, request, reply))
  app.get('/console/*', hidden, (request, reply) => sendShell(options, request, reply))
  app.get<{ Params: { file: string } }>(`${assetsPath}/:file`, hidden, async (request, reply) => {
    const { files } = await bundleConsole()
    const file = files.get(request.params.file)
    return file ? sendPageFile(request, secure(reply), file) : reply.callNotFound()
  })
}

/** Without it, who signs in comes to the plain page of their account. */
export function serveNoShell(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } }
  app.get('/console', hidden, (_request, reply) => reply.redirect('/console/account', 303))
}

/** Every address of the console shows the same page to who is signed in; others sign in first. */
async function sendShell(
  { run, db, clock, publicUrl }: ConsoleOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cookie = readSessionCookie(request.headers.cookie, publicUrl)
  const session = cookie && (await findSession(run, cookie, clock.now()))
  reply.header('cache-control', 'no-store')
  if (!session) return reply.redirect(signInPath(request.url), 303)
  logAs(request, { credential: `employee:${session.employeeUid}`, agency: cookie.agencyUid })
  if (session.renews) reply.header('set-cookie', sessionCookie(cookie, publicUrl))
  const nonce = randomBytes(16).toString('base64')
  const bundle = await bundleConsole()
  const page = request.url.split(/[/?]/)[2] || 'today'
  asPage(reply, shellNeeds(nonce)).header('referrer-policy', 'same-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  const { cookie: cookies, 'accept-language': accepted } = request.headers
  const employee = { agency_uid: cookie.agencyUid, uid: session.employeeUid }
  const language = (await findChosenLanguage({ db }, [employee])) ?? acceptedLanguage(accepted)
  return reply.send(shellHtml({ bundle, page, nonce, theme: themeOf(cookies), language }))
}

function signInPath(url: string): string {
  const isFirst = url === '/console' || url === '/console/'
  return `/console/sign-in${isFirst ? '' : `?next=${encodeURIComponent(url)}`}`
}

function themeOf(cookies = '') {
  const chosen = /(?:^|; )lodgepole-theme=(\w+)/.exec(cookies)?.[1]
  return themes.find(theme => theme === chosen) ?? null
}

/** Builds before anybody asks, as soon as there is nothing else to do. */
export function buildConsoleSoon(onFailure: (error: unknown) => void): void {
  setTimeout(() => bundleConsole().catch(onFailure), warmUpMs).unref()
}

const warmUpMs = 1_000
