/** Who somebody is, where they are signed in, and how to begin: the console's first page. */
import { type Html, html } from '../../../platform/html.ts'
import type { Agency } from '../agencies/agencies.ts'
import type { Employee } from '../employees/employees.ts'
import { mayUse, type Role } from '../roles/role.ts'
import { deviceOf, type StoredSession } from '../sessions/session.ts'
import type { OwnAgency } from '../sessions/sessions.ts'
import { brand, told } from './console-html.ts'

export interface Account {
  employee: Employee
  agency: Agency
  agencies: OwnAgency[]
  sessions: StoredSession[]
  sessionUid: string
  hasProperties: boolean
  message?: { text: string; kind: 'good' | 'alert' } | undefined
}

const roleWords: Record<Role, string> = {
  ADMIN: 'Administrator',
  MANAGER: 'Manager',
  STAFF: 'Staff',
  CLEANER: 'Cleaner',
  READ_ONLY: 'Read only',
}

export function accountPage(account: Account): Html {
  const { employee, agency, message } = account
  return html`<div class="bar"><div>
      ${brand}
      <form method="post" action="/console/sign-out"><button class="plain">Sign out</button></form>
    </div></div>
    <main class="wide-page">
      <header>
        <h1>Hello ${employee.first_name}</h1>
        <p class="quiet">${agency.name}</p>
      </header>
      ${message && told(message.text, message.kind)}
      <div class="cards">
        ${account.hasProperties || !mayBegin(account) ? null : firstSteps}
        ${you(account)}
        ${theAgency(account)}
        ${sessions(account)}
        ${password(employee.email)}
      </div>
    </main>`
}

/** Whether somebody may do what an agency begins with. */
function mayBegin({ employee }: Account): boolean {
  return mayUse(employee.role as Role, 'houses', 'write')
}

function you({ employee }: Account): Html {
  return html`<section class="card">
      <h2>You</h2>
      <dl>
        <dt>Name</dt><dd>${employee.first_name} ${employee.last_name}</dd>
        <dt>E-mail</dt><dd>${employee.email}</dd>
        <dt>Role</dt><dd>${roleWords[employee.role as Role]}</dd>
      </dl>
    </section>`
}

function theAgency({ agency, agencies }: Account): Html {
  const others = agencies.filter(({ agency_uid }) => agency_uid !== agency.agency_uid)
  const option = ({ agency_uid, name }: OwnAgency) =>
    html`<option value="${agency_uid}">${name}</option>`
  return html`<section class="card">
      <h2>Your agency</h2>
      <dl>
        <dt>Name</dt><dd>${agency.name}</dd>
        <dt>Time zone</dt><dd>${agency.time_zone}</dd>
        <dt>Currency</dt><dd>${agency.currency}</dd>
      </dl>
      ${
        others.length > 0 &&
        html`<form class="change" method="post" action="/console/agency">
        <label>Switch to another agency
          <select name="agency">${others.map(option)}</select></label>
        <button class="plain">Switch agency</button>
      </form>`
      }
    </section>`
}

function sessions({ sessions, sessionUid, agency }: Account): Html {
  const at = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zoneOf(agency),
  })
  const row = ({ uid, agent, address, seen_at }: StoredSession) => {
    const isThis = uid === sessionUid
    return html`<li>
          <div>
            <span class="name">${deviceOf(agent)}</span>
            ${isThis && html`<span class="badge">This browser</span>`}
            <small>${address ?? 'Unknown address'} · last used ${at.format(seen_at)}</small>
          </div>
          <form method="post" action="/console/sessions">
            <button class="plain" name="uid" value="${uid}"
              aria-label="End the session of ${deviceOf(agent)}">End</button>
          </form>
        </li>`
  }
  return html`<section class="card all">
      <h2>Where you are signed in</h2>
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

function password(email: string): Html {
  return html`<section class="card all">
      <h2>Change your password</h2>
      <p class="quiet">You are then signed out everywhere else.</p>
      <form method="post" action="/console/own-password">
        <input type="hidden" name="email" autocomplete="username" value="${email}">
        <div class="pair">
          <label>Current password
            <input name="currentPassword" type="password" autocomplete="current-password"
              required></label>
          <label>New password <small>(10 characters or more)</small>
            <input name="password" type="password" autocomplete="new-password" minlength="10"
              maxlength="200" required></label>
        </div>
        <button>Change password</button>
      </form>
    </section>`
}

const firstSteps = html`<section class="card all">
      <h2>Your agency has no property yet</h2>
      <ol class="steps">
        <li>Add a property: <code>POST /api/v3.3/properties</code> with its name and address.</li>
        <li>Give it prices: <code>POST /api/v3.3/pricing-periods</code>.</li>
        <li>Connect the calendars of the sites where it is listed:
          <code>POST /api/v3.3/icals</code>.</li>
        <li>Invite those who work with you: <code>POST /api/v3.3/employees</code>.</li>
      </ol>
      <p class="below"><a href="/docs">Read how each of them works</a></p>
    </section>`
