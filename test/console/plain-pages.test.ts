/** The plain pages in a browser on a phone: each in each language, as everybody can use it. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { Html } from '../../src/platform/html.ts'
import { type Language, languages } from '../../src/rental/access/languages/language.ts'
import { consentWordsOf, wordsOf } from '../../src/rental/access/languages/page-words.ts'
import { giveLink } from '../../src/rental/access/passwords/password-links.ts'
import { checkAccessible, checkThemes, openContext, openFresh } from '../fixtures/console-pages.ts'
import { authorizeUrl, makeManager, makeOAuthPartner, password } from '../fixtures/oauth.ts'
import { grant, makeAgency, makeHotel, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startSmtp } from '../support/outside/smtp.ts'
import { startServer } from '../support/server.ts'

const smtp = await startSmtp()
const server = await startServer({
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'server@lodges.example',
})
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

/** All that a page says to who sees it, or hears it. */
const sayings = `(() => {
  const said = [document.title.replace(/ – Lodgepole$/, '')]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) said.push(texts.currentNode.data)
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'placeholder']) {
      said.push(element.getAttribute(name) ?? '')
    }
  }
  return said.map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean)
})()`

/** What stands for a value in a text that is made with some. */
const value = '\0'

/** The texts of a language; of those that are made with values, what is between these. */
function textsOf(words: unknown): string[] {
  if (words instanceof Html) return textsOf(words.text)
  if (typeof words === 'string') return words.split(value).map(text => text.trim())
  if (typeof words === 'function') return textsOf(words(value, value))
  return Object.values(words as object).flatMap(textsOf)
}

const allTexts = (language: Language) => [
  ...textsOf(wordsOf(language)),
  ...textsOf(consentWordsOf(language)),
]

/** What is nobody's language. */
const names = [
  /^Lodgepole$/,
  /^(Cedar Stays|Pine Lodges|Birch Rooms|Barn|Harbour House|Grace Hall|Lock maker|Test)$/,
  /@|^America\/|^USD$|\/api\/v3\.3|^\/|INCORRECT_REQUEST/,
]

/** By the page: what it says in English. */
const english = new Map<string, string[]>()

/** Checks that a page is in its language, fits a phone, and has nothing that axe finds. */
async function check(page: Page, name: string, language: Language): Promise<void> {
  const what = `${name}, ${language}`
  assert.equal(await page.evaluate('document.documentElement.lang'), language, what)
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(over === 0, `${what}: ${over} px stand out`)
  await (language === 'en' ? checkThemes : checkAccessible)(page, what)
  const said = await page.evaluate<string[]>(sayings)
  if (language === 'en') return void english.set(name, said)
  const own = new Set(allTexts(language))
  const foreign = (text: string) => !own.has(text) && !names.some(pattern => pattern.test(text))
  const before = new Set(english.get(name))
  assert.deepEqual(
    said.filter(text => before.has(text) && foreign(text)),
    [],
    what,
  )
  const long = allTexts('en').filter(text => text.includes(' ') && foreign(text))
  const left = said.filter(text => long.some(part => text.includes(part)))
  assert.deepEqual(left, [], what)
}

/** Comes in, on the pages that need nobody yet. */
async function comeIn(page: Page, language: Language): Promise<void> {
  const words = wordsOf(language)
  await page.goto(`${server.url}/console/password`)
  await check(page, 'a forgotten password', language)
  await page.getByLabel(words.email).fill('nobody@lodges.example')
  await page.getByRole('button', { name: words.forgotten.submit }).click()
  await page.getByRole('heading', { name: words.forgotten.sentTitle }).waitFor()
  await check(page, 'a link that was asked for', language)
  await page.goto(`${server.url}/console/welcome/x.y`)
  await check(page, 'a link that is used', language)
  const identity = { agency_uid: agencyUid, uid: employeeUid }
  const ctx = { db: server.database.kysely, clock: server.clock }
  const { token } = await giveLink(ctx, identity, new Date(server.clock.now().getTime() + 60_000))
  await page.goto(`${server.url}/console/welcome/${agencyUid}.${token}`)
  await check(page, 'a password to be chosen', language)
  await page.evaluate(`document.forms[0].noValidate = true`)
  await page.getByLabel(words.welcome.newPassword).fill('short')
  await page.getByRole('button', { name: words.welcome.submit }).click()
  await page.getByRole('alert').waitFor()
  await check(page, 'a password that is too short', language)
  await page.goto(`${server.url}/console/sign-in`)
  await check(page, 'sign-in', language)
  await signIn(page, language, 'not the password')
  await page.getByRole('alert').waitFor()
  await check(page, 'sign-in refused', language)
}

async function signIn(page: Page, language: Language, word = password): Promise<void> {
  const words = wordsOf(language)
  await page.getByLabel(words.email).fill(email)
  await page.getByLabel(words.password).fill(word)
  await page.getByRole('button', { name: words.signIn.submit }).click()
}

async function seeAccount(page: Page, language: Language): Promise<void> {
  const { agency, account, welcome } = wordsOf(language)
  await page.goto(`${server.url}/console/sign-in?next=/console/account`)
  await signIn(page, language)
  await page.getByRole('heading', { name: agency.title }).waitFor()
  await check(page, 'choice of agency', language)
  await page.getByRole('button', { name: 'Cedar Stays' }).click()
  await page.getByRole('heading', { name: account.title }).waitFor()
  await check(page, 'account', language)
  await page.getByLabel(account.currentPassword).fill('not the password')
  await page.getByLabel(welcome.newPassword).fill('long enough for one')
  await page.getByRole('button', { name: account.change }).click()
  await page.getByRole('alert').waitFor()
  await check(page, 'account, password refused', language)
  for (const done of ['password', 'ended']) {
    await page.goto(`${server.url}/console/account?done=${done}`)
    await page.getByRole('status').waitFor()
    await check(page, `account, ${done}`, language)
  }
}

async function letPartnerIn(page: Page, language: Language): Promise<void> {
  const words = consentWordsOf(language)
  await page.goto(`${server.url}${authorizeUrl({ ...partner, redirectUri: 'https://x.example' })}`)
  await check(page, 'consent, incorrect', language)
  await page.goto(`${server.url}${authorizeUrl(partner)}`)
  await check(page, 'consent, sign-in', language)
  await signIn(page, language, 'not the password')
  await page.getByRole('alert').waitFor()
  await check(page, 'consent, refused', language)
  await signIn(page, language)
  await page.getByRole('button', { name: 'Cedar Stays' }).waitFor()
  await check(page, 'consent, choice of agency', language)
  await page.getByRole('button', { name: 'Cedar Stays' }).click()
  await page.getByRole('button', { name: words.approve }).waitFor()
  await page.locator('summary').click()
  await check(page, 'consent', language)
  await page.getByLabel('Barn').uncheck()
  await page.getByRole('button', { name: words.approve }).click()
  await page.getByRole('alert').getByText(words.nothingChosen).waitFor()
  await check(page, 'consent, nothing chosen', language)
  await page.getByRole('button', { name: words.changeOf('Lock maker') }).click()
  await page.getByRole('group', { name: words.endAll }).waitFor()
  await check(page, 'what a partner has', language)
  await page.goto(`${server.url}/api/auth/oauth/access`)
  await check(page, 'access, sign-in', language)
}

describe('the plain pages', { skip: noBrowser }, () => {
  for (const language of languages) {
    it(`speak ${language} from the first to the last, as the browser asks`, async () => {
      const viewport = { width: 360, height: 740 }
      const { context, page } = await openFresh(browser!, viewport, `${language}-CH`)
      await comeIn(page, language)
      await seeAccount(page, language)
      await letPartnerIn(page, language)
      await context.close()
    })

    it(`tell who begins what to do first: ${language}`, async () => {
      const who = { agencyUid: empty.agencyUid }
      const context = await openContext(server, browser!, who, { width: 360, locale: language })
      const page = await context.newPage()
      await page.goto(`${server.url}/console/account`)
      await page.getByRole('heading', { name: wordsOf(language).firstSteps.title }).waitFor()
      await check(page, 'first steps', language)
      await context.close()
    })
  }
})
