/** Plain pages on a phone, in each language. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { Html } from '../../src/platform/web/html.ts'
import { type Language, languages } from '../../src/rental/access/languages/language.ts'
import { consentMessages, plainMessages } from '../../src/rental/access/languages/page-messages.ts'
import { createLink } from '../../src/rental/access/passwords/password-links.ts'
import { issueSetupLink, setupLinkUrl } from '../../src/rental/access/setup-links/setup-links.ts'
import { checkAccessible, checkThemes, openContext, openFresh } from '../fixtures/console-pages.ts'
import { authorizeUrl, makeManager, makeOAuthPartner, password } from '../fixtures/oauth.ts'
import { grant, makeAgency, makeHotel, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startSmtp } from '../support/external-services/smtp.ts'
import { startServer } from '../support/server.ts'

const smtp = await startSmtp()
const server = await startServer({
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'server@lodges.example',
})
/** A server without an agency. */
const newServer = await startServer()
const email = 'grace@cedarstays.example'
const { agencyUid } = await makeAgency(server, { name: 'Cedar Stays' })
const other = await makeAgency(server, { name: 'Pine Lodges' })
const empty = await makeAgency(server, { name: 'Birch Rooms' })
const employeeUid = await makeManager(server, agencyUid, { email })
await makeManager(server, other.agencyUid, { email })
const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
await makeHotel(server, agencyUid)
const partner = await makeOAuthPartner(server)
await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: barn })
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

/** Script that lists the texts of a page, including those for screen readers. */
const listTextsScript = `(() => {
  const said = [document.title.replace(/ – Lodgepole$/, '')]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    // Names of languages, each in its own, and of currencies, some of which are the same in several.
    if (texts.currentNode.parentElement.closest('option[lang], datalist')) continue
    said.push(texts.currentNode.data)
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) {
      said.push(element.getAttribute(name) ?? '')
    }
  }
  return said.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean)
})()`

/** Placeholder for the values of a text. */
const value = '\0'

/** Lists the texts of a dictionary; a text with values is split at these. */
function listTexts(messages: unknown): string[] {
  if (messages instanceof Html) return listTexts(messages.text)
  if (typeof messages === 'string') return messages.split(value).map(text => text.trim())
  if (typeof messages === 'function') return listTexts(messages(value, value))
  return Object.values(messages as object).flatMap(listTexts)
}

const allTexts = (language: Language) => [
  ...listTexts(plainMessages(language)),
  ...listTexts(consentMessages(language)),
]

/** Texts that are the same in every language. */
const names = [
  /^Lodgepole$|^lodgepole init --link$/,
  /^(Cedar Stays|Pine Lodges|Birch Rooms|Barn|Harbour House|Grace Hall|Lock maker|Test)$/,
  /@|^(America|Europe)\/|^(EUR|USD)$|\/api\/v3\.3|^\/|INCORRECT_REQUEST/,
]

/** English texts of each page. */
const english = new Map<string, string[]>()

/** Checks that a page is in its language, fits a phone, and passes axe. */
async function checkPage(page: Page, name: string, language: Language): Promise<void> {
  const label = `${name}, ${language}`
  assert.equal(await page.evaluate('document.documentElement.lang'), language, label)
  const description = page.locator('meta[name=description]')
  assert.equal(await description.getAttribute('content'), plainMessages(language).description)
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(over === 0, `${label}: ${over} px stand out`)
  await (language === 'en' ? checkThemes : checkAccessible)(page, label)
  const texts = await page.evaluate<string[]>(listTextsScript)
  if (language === 'en') return void english.set(name, texts)
  const own = new Set(allTexts(language))
  const foreign = (text: string) => !own.has(text) && !names.some(pattern => pattern.test(text))
  const before = new Set(english.get(name))
  assert.deepEqual(
    texts.filter(text => before.has(text) && foreign(text)),
    [],
    label,
  )
  const long = allTexts('en').filter(text => text.includes(' ') && foreign(text))
  const left = texts.filter(text => long.some(part => text.includes(part)))
  assert.deepEqual(left, [], label)
}

/** Visits the pages that need no session. */
async function checkPublicPages(page: Page, language: Language): Promise<void> {
  const messages = plainMessages(language)
  await page.goto(`${server.url}/console/password`)
  await checkPage(page, 'a forgotten password', language)
  await page.getByLabel(messages.email).fill('nobody@lodges.example')
  await page.getByRole('button', { name: messages.forgotten.submit }).click()
  await page.getByRole('heading', { name: messages.forgotten.sentTitle }).waitFor()
  await checkPage(page, 'a link that was asked for', language)
  await page.goto(`${server.url}/console/welcome/x.y`)
  await checkPage(page, 'a link that is used', language)
  const identity = { agency_uid: agencyUid, uid: employeeUid }
  const ctx = { db: server.database.kysely, clock: server.clock }
  const { token } = await createLink(ctx, identity, new Date(server.clock.now().getTime() + 60_000))
  await page.goto(`${server.url}/console/welcome/${agencyUid}.${token}`)
  await checkPage(page, 'a password to be chosen', language)
  await page.evaluate(`document.forms[0].noValidate = true`)
  await page.getByLabel(messages.welcome.newPassword).fill('short')
  await page.getByRole('button', { name: messages.welcome.submit }).click()
  await page.getByRole('alert').waitFor()
  await checkPage(page, 'a password that is too short', language)
  await page.goto(`${server.url}/console/sign-in`)
  await checkPage(page, 'sign-in', language)
  await signIn(page, language, 'not the password')
  await page.getByRole('alert').waitFor()
  await checkPage(page, 'sign-in refused', language)
  await page.goto(`${server.url}/reservations`)
  await page.getByRole('heading', { name: messages.unknownPage.title }).waitFor()
  await checkPage(page, 'unknown address', language)
}

/** Visits the page of the set-up link, and submits it without values. */
async function checkNewAgency(page: Page, language: Language): Promise<void> {
  const { newAgency } = plainMessages(language)
  const ctx = { db: newServer.database.kysely, clock: newServer.clock }
  const link = setupLinkUrl(newServer.url, (await issueSetupLink(ctx, newServer.signing))!)
  await page.goto(link)
  await checkPage(page, 'a new agency', language)
  await page.evaluate(`document.forms[0].noValidate = true`)
  await page.getByRole('button', { name: newAgency.submit }).click()
  await page.getByRole('alert').waitFor()
  await checkPage(page, 'a new agency, refused', language)
  await page.goto(`${newServer.url}/console/sign-in`)
  await checkPage(page, 'sign-in without an agency', language)
  await page.goto(`${link}x`)
  await page.getByRole('heading', { name: newAgency.linkInvalidHeading }).waitFor()
  await checkPage(page, 'a set-up link that does not work', language)
}

async function signIn(page: Page, language: Language, secret = password): Promise<void> {
  const messages = plainMessages(language)
  await page.getByLabel(messages.email).fill(email)
  await page.getByLabel(messages.password).fill(secret)
  await page.getByRole('button', { name: messages.signIn.submit }).click()
}

async function checkAccount(page: Page, language: Language): Promise<void> {
  const { agency, account, welcome } = plainMessages(language)
  await page.goto(`${server.url}/console/sign-in?next=/console/account`)
  await signIn(page, language)
  await page.getByRole('heading', { name: agency.title }).waitFor()
  await checkPage(page, 'choice of agency', language)
  await page.getByRole('button', { name: 'Cedar Stays' }).click()
  await page.getByRole('heading', { name: account.title }).waitFor()
  await checkPage(page, 'account', language)
  await page.getByLabel(account.currentPassword).fill('not the password')
  await page.getByLabel(welcome.newPassword).fill('long enough for one')
  await page.getByRole('button', { name: account.change }).click()
  await page.getByRole('alert').waitFor()
  await checkPage(page, 'account, password refused', language)
  for (const done of ['password', 'ended']) {
    await page.goto(`${server.url}/console/account?done=${done}`)
    await page.getByRole('status').waitFor()
    await checkPage(page, `account, ${done}`, language)
  }
}

async function checkConsent(page: Page, language: Language): Promise<void> {
  const messages = consentMessages(language)
  await page.goto(`${server.url}${authorizeUrl({ ...partner, redirectUri: 'https://x.example' })}`)
  await checkPage(page, 'consent, incorrect', language)
  await page.goto(`${server.url}${authorizeUrl(partner)}`)
  await checkPage(page, 'consent, sign-in', language)
  await signIn(page, language, 'not the password')
  await page.getByRole('alert').waitFor()
  await checkPage(page, 'consent, refused', language)
  await signIn(page, language)
  await page.getByRole('button', { name: 'Cedar Stays' }).waitFor()
  await checkPage(page, 'consent, choice of agency', language)
  await page.getByRole('button', { name: 'Cedar Stays' }).click()
  await page.getByRole('button', { name: messages.approve }).waitFor()
  await page.locator('summary').click()
  await checkPage(page, 'consent', language)
  await page.getByLabel('Barn').uncheck()
  await page.getByRole('button', { name: messages.approve }).click()
  await page.getByRole('alert').getByText(messages.nothingChosen).waitFor()
  await checkPage(page, 'consent, nothing chosen', language)
  await page.getByRole('button', { name: messages.changeAccessOf('Lock maker') }).click()
  await page.getByRole('group', { name: messages.removeAccess }).waitFor()
  await checkPage(page, 'what a partner has', language)
  await page.goto(`${server.url}/api/auth/oauth/access`)
  await checkPage(page, 'access, sign-in', language)
}

describe('the plain pages', { skip: noBrowser }, () => {
  for (const language of languages) {
    it(`are in ${language} throughout if the browser requests it`, async () => {
      const viewport = { width: 360, height: 740 }
      const { context, page } = await openFresh(browser!, viewport, `${language}-CH`)
      await checkPublicPages(page, language)
      await checkAccount(page, language)
      await checkConsent(page, language)
      await checkNewAgency(page, language)
      await context.close()
    })

    it(`show the first steps of a new agency: ${language}`, async () => {
      const user = { agencyUid: empty.agencyUid }
      const context = await openContext(server, browser!, user, { width: 360, locale: language })
      const page = await context.newPage()
      await page.goto(`${server.url}/console/account`)
      await page.getByRole('heading', { name: plainMessages(language).firstSteps.title }).waitFor()
      await checkPage(page, 'first steps', language)
      await context.close()
    })
  }
})
