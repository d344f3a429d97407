/** Team, settings of the agency, and the pages of limited roles. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { agency as agencyTexts } from '../../src/console/i18n/agency/en.ts'
import { problem } from '../../src/console/i18n/problems/en.ts'
import { tasks as taskTexts } from '../../src/console/i18n/tasks/en.ts'
import { team } from '../../src/console/i18n/team/en.ts'
import type { Role } from '../../src/rental/access/roles/role.ts'
import { checkThemes, openContext, openFresh, openPage } from '../fixtures/console-pages.ts'
import { makeJob, makeService } from '../fixtures/jobs.ts'
import { makeAgency, makeEmployee, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startSmtp } from '../support/external-services/smtp.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { kysely } = server.database
const { agencyUid, key } = await makeAgency(server)
const barn = await makeProperty(server, agencyUid, { name: 'Barn', city: 'York' })
const smtp = await startSmtp()
const mailing = await startServer({
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'office@cedarstays.example',
})
const browser: Browser | null = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

async function open(path: string, role: Role = 'ADMIN') {
  const context = await openContext(server, browser!, { agencyUid, role })
  const { page } = await openPage(server, context, path)
  page.setDefaultTimeout(15_000)
  return { context, page }
}

describe('the team', { skip: noBrowser }, () => {
  it('grows by an invitation link, which is shown once without a mail server', async () => {
    const { context, page } = await open('/settings/team')
    await checkThemes(page, 'the team')
    await page.getByRole('link', { name: team.add }).first().click()
    await page.getByLabel(team.fields.firstName).fill('Nia')
    await page.getByLabel(team.fields.lastName).fill('Luz')
    await page.getByLabel(team.fields.email).fill('nia@cedarstays.example')
    await page.getByRole('combobox', { name: team.fields.role }).selectOption('CLEANER')
    await checkThemes(page, 'an invitation')
    await page.getByRole('button', { name: team.add }).click({ clickCount: 3 })
    const link = await page.getByLabel(team.invitation.link).inputValue()
    await checkThemes(page, 'an invitation link')
    const invited = await kysely
      .selectFrom('employees')
      .select('role')
      .where('agency_uid', '=', agencyUid)
      .where('email', '=', 'nia@cedarstays.example')
      .execute()
    assert.deepEqual(invited, [{ role: 'CLEANER' }])
    const { context: another, page: invitation } = await openFresh(browser!)
    await invitation.goto(new URL(new URL(link).pathname, server.url).href)
    await invitation.getByRole('button', { name: 'Save and sign in' }).waitFor()
    await another.close()
    await context.close()
  })

  it('places the refusal of an e-mail address that is in use', async () => {
    await makeEmployee(server, agencyUid, { email: 'taken@cedarstays.example' })
    const { context, page } = await open('/settings/team/new')
    await page.getByLabel(team.fields.firstName).fill('Otto')
    await page.getByLabel(team.fields.lastName).fill('Kay')
    await page.getByLabel(team.fields.email).fill('taken@cedarstays.example')
    await page.getByRole('button', { name: team.add }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel(team.fields.lastName).inputValue(), 'Kay')
    await context.close()
  })
})

describe('a member of the team', { skip: noBrowser }, () => {
  it('has a date of invitation until there is a password, and gets a new link', async () => {
    const invited = {
      agencyUid,
      firstName: 'Ida',
      lastName: 'Fox',
      email: 'ida@cedarstays.example',
    }
    const body = { ...invited, role: 'STAFF' }
    await server.request('POST', '/api/v3.3/employees', { key, body })
    const { context, page } = await open('/settings/team')
    const row = page.getByRole('row').filter({ hasText: 'Ida Fox' })
    await row.getByText(`${team.values.INVITED} 20 May`).waitFor()
    await row.getByRole('link').click()
    const access = page.getByRole('region', { name: team.access.title })
    await access.getByText(team.access.noPassword).waitFor()
    await access.getByText(team.access.never).waitFor()
    await access.getByRole('button', { name: team.invitation.resend }).click()
    const link = await access.getByLabel(team.invitation.link).inputValue()
    assert.match(link, /^http/)
    await checkThemes(page, 'an invited member')
    await context.close()
  })

  it('stays administrator if there is no other one', async () => {
    const own = await makeAgency(server)
    const user = { agencyUid: own.agencyUid, role: 'ADMIN' } as const
    const context = await openContext(server, browser!, user)
    const { page } = await openPage(server, context, '/settings/team')
    await page.getByRole('row').nth(1).getByRole('link').click()
    const access = page.getByRole('region', { name: team.access.title })
    await access.getByText(problem.lastAdmin).waitFor()
    await page.getByRole('combobox', { name: team.fields.role }).selectOption('MANAGER')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText(problem.lastAdmin).waitFor()
    assert.equal(await access.getByRole('button').count(), 0)
    const roles = await kysely
      .selectFrom('employees')
      .select('role')
      .where('agency_uid', '=', own.agencyUid)
      .execute()
    assert.deepEqual(roles, [{ role: 'ADMIN' }])
    await context.close()
  })

  it('is deactivated and activated', async () => {
    const uid = await makeEmployee(server, agencyUid, { first_name: 'Rosa', last_name: 'Kay' })
    const { context, page } = await open(`/settings/team/${uid}`)
    await page.getByRole('button', { name: team.access.deactivate }).click()
    await page.getByText(team.access.deactivated('Rosa Kay')).waitFor()
    await checkThemes(page, 'an inactive member')
    await page.getByRole('button', { name: team.access.activate }).click()
    await page.getByText(team.access.activated('Rosa Kay')).waitFor()
    await context.close()
  })
})

describe('the settings of the agency', { skip: noBrowser }, () => {
  it('are saved by section', async () => {
    const { context, page } = await open('/settings/agency')
    await page.getByLabel(agencyTexts.fields.phoneNumber).fill('+44 1904 000000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${agencyTexts.sections.contact}`).waitFor()
    await checkThemes(page, 'the agency')
    await page.goto(`${server.url}/console/settings/booking`)
    await page.getByLabel(agencyTexts.fields.holdHours).fill('48')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${agencyTexts.sections.holds}`).waitFor()
    await page.getByLabel(agencyTexts.bookingPages.fields.dbsEnabled).check()
    await page
      .getByLabel(agencyTexts.bookingPages.fields.website)
      .fill('https://stay.lakeside.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${agencyTexts.sections.bookingPages}`).waitFor()
    await checkThemes(page, 'the booking rules')
    await page.goto(`${server.url}/console/settings/privacy`)
    await page.getByLabel(agencyTexts.fields.messageRetentionDays).fill('730')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${agencyTexts.sections.retention}`).waitFor()
    await checkThemes(page, 'the retention periods')
    const path = `/api/v3.3/agencies/${agencyUid}`
    const { agency } = (await server.request('GET', path, { key })).body
    const { agencySettings } = (await server.request('GET', `${path}/settings`, { key })).body
    const { holdHours, messageRetentionDays } = agencySettings
    const saved = [agency.phoneNumber, holdHours, messageRetentionDays]
    assert.deepEqual(saved, ['+44 1904 000000', 48, 730])
    const { dbs } = (await server.request('GET', `/api/v3.3/dbs/agencies/${agencyUid}`, { key }))
      .body
    assert.deepEqual([dbs.dbsEnabled, dbs.website], [true, 'https://stay.lakeside.example'])
    await context.close()
  })
})

describe('the state of e-mail', { skip: noBrowser }, () => {
  const { email } = agencyTexts

  it('shows the lines to set if the server sends none', async () => {
    const { context, page } = await open('/settings/email')
    await page.getByText('MAIL_FROM=').waitFor()
    await checkThemes(page, 'the lines to set')
    assert.equal(await page.getByRole('button', { name: email.test }).count(), 0)
    await context.close()
  })

  it('has a test that shows success, the reply of the mail server, and the limit', async () => {
    const own = await makeAgency(mailing)
    const user = { agencyUid: own.agencyUid, role: 'ADMIN' } as const
    const context = await openContext(mailing, browser!, user)
    const { page } = await openPage(mailing, context, '/settings/email')
    page.setDefaultTimeout(15_000)
    await page.getByText('office@cedarstays.example').waitFor()
    const test = page.getByRole('button', { name: email.test })
    await test.click()
    await page.getByText(/^Sent to .*@cedarstays.example in [\d.]+ sec/).waitFor()
    await checkThemes(page, 'a mail that was sent')
    smtp.respondTo = () => ({ code: 550, text: 'No such mailbox' })
    await test.click()
    await page.getByText('No such mailbox').waitFor()
    await checkThemes(page, 'a mail that was refused')
    await page.goto(`${mailing.url}/console/setup/team`)
    for (let i = 0; i < 4; i++) {
      const answered = page.waitForResponse(/test-mail/)
      await test.click()
      await answered
    }
    await page.getByText(/^Five tests an hour are allowed. Try again in /).waitFor()
    smtp.respondTo = () => null
    await context.close()
  })
})

describe('the role READ_ONLY', { skip: noBrowser }, () => {
  it('reads settings without buttons', async () => {
    const { context, page } = await open('/settings/agency', 'READ_ONLY')
    await page.getByLabel(agencyTexts.fields.name).waitFor()
    assert.ok(await page.getByLabel(agencyTexts.fields.name).isDisabled())
    assert.equal(await page.locator('main button:enabled').count(), 0)
    await page.goto(`${server.url}/console/settings/team`)
    await page.getByRole('table', { name: team.many }).waitFor()
    assert.equal(await page.getByRole('link', { name: team.add }).count(), 0)
    await page.goto(`${server.url}/console/setup`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await context.close()
  })
})

describe('the tasks of a cleaner', { skip: noBrowser }, () => {
  it('are the only page, and are accepted and done there', async () => {
    const provider = await server.request('POST', '/api/v3.3/service-providers', {
      key,
      body: { agencyUid, name: 'Clean' },
    })
    const service_provider_uid = provider.body.serviceProvider.uid
    const service_uid = await makeService(server, agencyUid, { title: 'Cleaning' })
    const task = {
      property_uid: barn,
      service_uid,
      start_local: '2026-05-20T11:00:00',
      end_local: '2026-05-20T14:00:00',
    }
    await makeJob(server, agencyUid, { ...task, service_provider_uid })
    const { context, page } = await open('/', 'CLEANER')
    await kysely
      .updateTable('employees')
      .set({ service_provider_uid })
      .where('agency_uid', '=', agencyUid)
      .where('role', '=', 'CLEANER')
      .execute()
    await page.reload()
    await page.getByRole('heading', { name: taskTexts.title }).waitFor()
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    assert.deepEqual(await pages.allTextContents(), ['Tasks'])
    await page.getByText('York').waitFor()
    await checkThemes(page, 'the tasks of a cleaner')
    await page.getByRole('button', { name: `${taskTexts.accept}: Barn` }).dblclick()
    const done = page.getByRole('button', { name: `${taskTexts.done}: Barn` })
    await done.waitFor()
    // A click within 600 ms of another one is ignored.
    await page.waitForTimeout(650)
    await done.click()
    await page.getByText(taskTexts.none).waitFor()
    await context.close()
  })
})
