/** Account page: user, agency, sessions, and the first steps of a new agency. */
import { type Html, html } from '../../../platform/web/html.ts'
import type { Agency } from '../agencies/agencies.ts'
import type { Employee } from '../employees/employees.ts'
import type { PlainMessages } from '../languages/page-messages.ts'
import { mayUse, type Role } from '../roles/role.ts'
import { deviceName, type StoredSession } from '../sessions/session.ts'
import type { OwnAgency } from '../sessions/sessions.ts'
import { brand, statusMessage } from './console-html.ts'
import { newPasswordField } from './sign-in-pages.ts'

export interface Account {
  employee: Employee
  agency: Agency
  agencies: OwnAgency[]
  sessions: StoredSession[]
  sessionUid: string
  hasProperties: boolean
  message?: { text: string; kind: 'good' | 'alert' } | undefined
  messages: PlainMessages
}

export function accountPage(account: Account): Html {
  const { agency, message, messages } = account
  return html`<header class="bar"><div>
      ${brand}
      <nav aria-label="Lodgepole"><a href="/console">${messages.account.toConsole}</a>
      <form method="post" action="/console/sign-out">
        <button class="plain">${messages.account.signOut}</button>
      </form></nav>
    </div></header>
    <main class="wide-page">
      <header>
        <h1>${messages.account.title}</h1>
        <p class="quiet">${agency.name}</p>
      </header>
      ${message && statusMessage(message.text, message.kind)}
      <div class="cards">
        ${account.hasProperties || !canCreateProperties(account) ? null : firstSteps(messages)}
        ${userSection(account)}
        ${agencySection(account)}
        ${sessionSection(account)}
        ${passwordSection(account)}
      </div>
    </main>`
}

function canCreateProperties({ employee }: Account): boolean {
  return mayUse(employee.role as Role, 'houses', 'write')
}

function userSection({ employee, messages }: Account): Html {
  const { account } = messages
  return html`<section class="card">
      <h2>${account.you}</h2>
      <dl>
        <dt>${account.name}</dt><dd>${employee.first_name} ${employee.last_name}</dd>
        <dt>${messages.email}</dt><dd>${employee.email}</dd>
        <dt>${account.role}</dt><dd>${account.roles[employee.role as Role]}</dd>
      </dl>
    </section>`
}

function agencySection({ agency, agencies, messages }: Account): Html {
  const { account } = messages
  const otherAgencies = agencies.filter(({ agency_uid }) => agency_uid !== agency.agency_uid)
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
        otherAgencies.length > 0 &&
        html`<form class="change" method="post" action="/console/agency">
        <label>${account.switchTo}
          <select name="agency">${otherAgencies.map(option)}</select></label>
        <button class="plain">${account.switch}</button>
      </form>`
      }
    </section>`
}

function sessionSection({ sessions, sessionUid, agency, messages }: Account): Html {
  const { account } = messages
  const dateFormat = new Intl.DateTimeFormat(messages.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: supportedTimeZone(agency),
  })
  const row = ({ uid, agent, address, seen_at }: StoredSession) => {
    const isCurrent = uid === sessionUid
    const device = deviceName(agent, account)
    const lastUsedText = account.lastUsed(dateFormat.format(seen_at))
    return html`<li>
          <div>
            <span class="name">${device}</span>
            ${isCurrent && html`<span class="badge">${account.thisBrowser}</span>`}
            <small>${address ?? account.unknownAddress} · ${lastUsedText}</small>
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

/** Returns UTC for a time zone that this process does not know. */
function supportedTimeZone({ time_zone }: Agency): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: time_zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function passwordSection({ employee, messages }: Account): Html {
  const { account } = messages
  return html`<section class="card all">
      <h2>${account.changePassword}</h2>
      <p class="quiet">${account.changeIntro}</p>
      <form method="post" action="/console/own-password">
        <input type="hidden" name="email" autocomplete="username" value="${employee.email}">
        <div class="pair">
          <label>${account.currentPassword}
            <input name="currentPassword" type="password" autocomplete="current-password"
              required></label>
          ${newPasswordField({ messages })}
        </div>
        <button>${account.change}</button>
      </form>
    </section>`
}

function firstSteps({ firstSteps: steps }: PlainMessages): Html {
  const apiCall = (path: string) => html`<code>POST /api/v3.3/${path}</code>`
  return html`<section class="card all">
      <h2>${steps.title}</h2>
      <ol class="steps">
        <li>${steps.property(apiCall('properties'))}</li>
        <li>${steps.prices(apiCall('pricing-periods'))}</li>
        <li>${steps.calendars(apiCall('icals'))}</li>
        <li>${steps.staff(apiCall('employees'))}</li>
      </ol>
      <p class="below"><a href="/docs">${steps.reference}</a></p>
    </section>`
}
