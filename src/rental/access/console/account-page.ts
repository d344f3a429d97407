/** Who somebody is, where they are signed in, and how to begin: the console's first page. */
import { type Html, html } from '../../../platform/html.ts'
import type { Agency } from '../agencies/agencies.ts'
import type { Employee } from '../employees/employees.ts'
import type { PlainWords } from '../languages/page-words.ts'
import { mayUse, type Role } from '../roles/role.ts'
import { deviceOf, type StoredSession } from '../sessions/session.ts'
import type { OwnAgency } from '../sessions/sessions.ts'
import { brand, told } from './console-html.ts'
import { newPasswordField } from './sign-in-pages.ts'

export interface Account {
  employee: Employee
  agency: Agency
  agencies: OwnAgency[]
  sessions: StoredSession[]
  sessionUid: string
  hasProperties: boolean
  message?: { text: string; kind: 'good' | 'alert' } | undefined
  words: PlainWords
}

export function accountPage(account: Account): Html {
  const { agency, message, words } = account
  return html`<header class="bar"><div>
      ${brand}
      <nav aria-label="Lodgepole"><a href="/console">${words.account.toConsole}</a>
      <form method="post" action="/console/sign-out">
        <button class="plain">${words.account.signOut}</button>
      </form></nav>
    </div></header>
    <main class="wide-page">
      <header>
        <h1>${words.account.title}</h1>
        <p class="quiet">${agency.name}</p>
      </header>
      ${message && told(message.text, message.kind)}
      <div class="cards">
        ${account.hasProperties || !mayBegin(account) ? null : firstSteps(words)}
        ${you(account)}
        ${theAgency(account)}
        ${sessions(account)}
        ${password(account)}
      </div>
    </main>`
}

/** Whether somebody may do what an agency begins with. */
function mayBegin({ employee }: Account): boolean {
  return mayUse(employee.role as Role, 'houses', 'write')
}

function you({ employee, words }: Account): Html {
  const { account } = words
  return html`<section class="card">
      <h2>${account.you}</h2>
      <dl>
        <dt>${account.name}</dt><dd>${employee.first_name} ${employee.last_name}</dd>
        <dt>${words.email}</dt><dd>${employee.email}</dd>
        <dt>${account.role}</dt><dd>${account.roles[employee.role as Role]}</dd>
      </dl>
    </section>`
}

function theAgency({ agency, agencies, words }: Account): Html {
  const { account } = words
  const others = agencies.filter(({ agency_uid }) => agency_uid !== agency.agency_uid)
  const option = ({ agency_uid, name }: OwnAgency) =>
    html`<option value="${agency_uid}">${name}</option>`
  return html`<section class="card">
      <h2>${account.agency}</h2>
      <dl>
        <dt>${account.name}</dt><dd>${agency.name}</dd>
        <dt>${account.timeZone}</dt><dd>${agency.time_zone}</dd>
        <dt>${account.currency}</dt><dd>${agency.currency}</dd>
      </dl>
      ${
        others.length > 0 &&
        html`<form class="change" method="post" action="/console/agency">
        <label>${account.switchTo}
          <select name="agency">${others.map(option)}</select></label>
        <button class="plain">${account.switch}</button>
      </form>`
      }
    </section>`
}

function sessions({ sessions, sessionUid, agency, words }: Account): Html {
  const { account } = words
  const at = new Intl.DateTimeFormat(words.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zoneOf(agency),
  })
  const row = ({ uid, agent, address, seen_at }: StoredSession) => {
    const isThis = uid === sessionUid
    const device = deviceOf(agent, account)
    const used = account.lastUsed(at.format(seen_at))
    return html`<li>
          <div>
            <span class="name">${device}</span>
            ${isThis && html`<span class="badge">${account.thisBrowser}</span>`}
            <small>${address ?? account.unknownAddress} · ${used}</small>
          </div>
          <form method="post" action="/console/sessions">
            <button class="plain" name="uid" value="${uid}"
              aria-label="${account.endOf(device)}">${account.end}</button>
          </form>
        </li>`
  }
  return html`<section class="card all">
      <h2>${account.sessions}</h2>
      <ul class="rows">${sessions.map(row)}</ul>
    </section>`
}

/** An agency may have a zone that this process does not know. */
function zoneOf({ time_zone }: Agency): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: time_zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function password({ employee, words }: Account): Html {
  const { account } = words
  return html`<section class="card all">
      <h2>${account.changePassword}</h2>
      <p class="quiet">${account.changeIntro}</p>
      <form method="post" action="/console/own-password">
        <input type="hidden" name="email" autocomplete="username" value="${employee.email}">
        <div class="pair">
          <label>${account.currentPassword}
            <input name="currentPassword" type="password" autocomplete="current-password"
              required></label>
          ${newPasswordField({ words })}
        </div>
        <button>${account.change}</button>
      </form>
    </section>`
}

function firstSteps({ firstSteps: steps }: PlainWords): Html {
  const call = (path: string) => html`<code>POST /api/v3.3/${path}</code>`
  return html`<section class="card all">
      <h2>${steps.title}</h2>
      <ol class="steps">
        <li>${steps.property(call('properties'))}</li>
        <li>${steps.prices(call('pricing-periods'))}</li>
        <li>${steps.calendars(call('icals'))}</li>
        <li>${steps.staff(call('employees'))}</li>
      </ol>
      <p class="below"><a href="/docs">${steps.reference}</a></p>
    </section>`
}
