import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../../platform/web/html.ts'
import { acceptedLanguage } from '../languages/language.ts'
import { plainMessages } from '../languages/page-messages.ts'
import { sendPageWithoutForms, singleFormPage } from './console-html.ts'

/** Sends the page of an unknown address outside the console, with a link to the console. */
export function sendUnknownPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = acceptedLanguage(request.headers['accept-language'])
  const messages = plainMessages(language)
  const { title, text, toConsole } = messages.unknownPage
  const body = html`<h1>${title}</h1>
      <p>${text}</p>`
  const link = html`<a href="/console">${toConsole}</a>`
  const page = singleFormPage(body, link)
  return sendPageWithoutForms({ reply, language, messages }, 404, title, page)
}
