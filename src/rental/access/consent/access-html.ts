/** Parts of the pages on which a manager decides what partners may do. */
import { type Html, html } from '../../../platform/html.ts'
import type { Grant } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'
import type { PartnerAccess } from './present-access.ts'

/** What a manager decides about one partner. */
export interface Decision {
  partner: { name: string }
  agencyName: string
  ticket: string
  grantables: Grantable[]
  /** What the partner has already. */
  present: Grant[]
}

export function ticketField(ticket: string): Html {
  return html`<input type="hidden" name="ticket" value="${ticket}">`
}

/** Which partners have access to what, since when, and when they last used it. */
export function accessList(partners: PartnerAccess[], ticket: string): Html {
  if (partners.length === 0) return html`<p>No partner has access.</p>`
  return html`<ul class="partners">${partners.map(partner => accessItem(partner, ticket))}</ul>`
}

function accessItem({ uid, name, sinceText, usedText, objects }: PartnerAccess, ticket: string) {
  const count = objects.length === 1 ? '1 property' : `${objects.length} properties`
  return html`<li>
      <h3>${name}</h3>
      <p class="note">${sinceText}, ${usedText}.</p>
      <details><summary>${count}</summary>
        <ul>${objects.map(object => html`<li>${object.name}: ${object.may}</li>`)}</ul>
      </details>
      <form method="post">
        ${ticketField(ticket)}
        <input type="hidden" name="of" value="${uid}">
        <p class="choices"><button class="quiet" name="step" value="partner"
          aria-label="Change or end the access of ${name}">Change or end</button></p>
      </form>
    </li>`
}

const checked = (is: boolean) => (is ? html` checked` : null)

/** Where a partner may do different things at different properties, that can stay as it is. */
export function decisionFields(decision: Decision): Html {
  const { partner, present } = decision
  const accesses = new Set(present.map(grant => grant.access))
  const personal = new Set(present.map(grant => grant.personal_data))
  const isMixed = accesses.size > 1
  const choice = (value: string, text: string, is: boolean) =>
    html`<label><input type="radio" name="access" value="${value}"${checked(is)}> ${text}</label>`
  return html`${objectList(decision)}
      <fieldset>
        <legend>What may ${partner.name} do there?</legend>
        ${isMixed && choice('KEEP', 'At each property what it may now; at further ones read', true)}
        ${choice(
          'READ_WRITE',
          'Read and change: bookings, calendars, prices, content',
          !isMixed && !accesses.has('READ'),
        )}
        ${choice('READ', 'Read only', !isMixed && accesses.has('READ'))}
      </fieldset>
      <fieldset>
        <legend>Personal data of guests</legend>
        ${personal.size > 1 ? mixedPersonal(decision) : uniformPersonal(decision)}
      </fieldset>`
}

function uniformPersonal({ partner, present }: Decision): Html {
  const seesPersonal = present.some(grant => grant.personal_data)
  return html`<label><input type="checkbox" name="personalData" value="yes"${checked(seesPersonal)}>
          ${partner.name} may see names, e-mail addresses, phone numbers and notes</label>`
}

function mixedPersonal({ partner }: Decision): Html {
  const choice = (value: string, text: string, is = false) =>
    html`<label><input type="radio" name="personalData" value="${value}"${checked(is)}>
          ${text}</label>`
  return html`${choice('KEEP', `${partner.name} may see them where it may now`, true)}
        ${choice('yes', 'It may see names, e-mail addresses, phone numbers and notes everywhere')}
        ${choice('no', 'It may see them nowhere')}`
}

function objectList({ grantables, present }: Decision): Html {
  const granted = new Set(present.map(grant => grant.object_uid))
  const unitTypes = Map.groupBy(grantables, one => one.hotel_uid)
  const box = ({ uid, name }: Grantable, remark: Html | null = null) =>
    html`<label><input type="checkbox" name="object" value="${uid}"${
      granted.has(uid) ? html` checked` : null
    }> ${name}${remark}</label>`
  const remark = html`<small>all its unit types, later ones too</small>`
  const item = (one: Grantable): Html => {
    const inner = one.type === 'HOTEL' ? (unitTypes.get(one.uid) ?? []) : []
    const list = inner.length === 0 ? null : html`<ul>${inner.map(item)}</ul>`
    return html`<li>${box(one, one.type === 'HOTEL' ? remark : null)}${list}</li>`
  }
  const top = unitTypes.get(null) ?? []
  return html`<fieldset>
        <legend>Which properties?</legend>
        ${top.length === 0 && html`<p>There are no properties yet.</p>`}
        ${
          top.length > 1 &&
          html`<label><input type="checkbox" name="all" value="yes">
          All properties of this list</label>`
        }
        <ul class="objects">${top.map(item)}</ul>
      </fieldset>`
}
