/** Parts of the pages on which a manager decides what partners may do. */
import { type Html, html } from '../../../platform/html.ts'
import type { Grant } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'
import type { ConsentWords } from '../languages/page-words.ts'
import type { PartnerAccess } from './present-access.ts'

/** What a manager decides about one partner. */
export interface Decision {
  words: ConsentWords
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
export function accessList(words: ConsentWords, partners: PartnerAccess[], ticket: string): Html {
  if (partners.length === 0) return html`<p>${words.nobody}</p>`
  const items = partners.map(partner => accessItem(words, partner, ticket))
  return html`<ul class="partners">${items}</ul>`
}

function accessItem(
  words: ConsentWords,
  { uid, name, sinceText, usedText, objects }: PartnerAccess,
  ticket: string,
): Html {
  return html`<li>
      <h3>${name}</h3>
      <p class="note">${sinceText}, ${usedText}.</p>
      <details><summary>${words.properties(objects.length)}</summary>
        <ul>${objects.map(object => html`<li>${object.name}: ${object.may}</li>`)}</ul>
      </details>
      <form method="post">
        ${ticketField(ticket)}
        <input type="hidden" name="of" value="${uid}">
        <p class="choices"><button class="quiet" name="step" value="partner"
          aria-label="${words.changeOf(name)}">${words.change}</button></p>
      </form>
    </li>`
}

const checked = (is: boolean) => (is ? html` checked` : null)

/** Where a partner may do different things at different properties, that can stay as it is. */
export function decisionFields(decision: Decision): Html {
  const { partner, present, words } = decision
  const accesses = new Set(present.map(grant => grant.access))
  const personal = new Set(present.map(grant => grant.personal_data))
  const isMixed = accesses.size > 1
  const choice = (value: string, text: string, is: boolean) =>
    html`<label><input type="radio" name="access" value="${value}"${checked(is)}> ${text}</label>`
  return html`${objectList(decision)}
      <fieldset>
        <legend>${words.what(partner.name)}</legend>
        ${isMixed && choice('KEEP', words.keep, true)}
        ${choice('READ_WRITE', words.readAndChange, !isMixed && !accesses.has('READ'))}
        ${choice('READ', words.readOnly, !isMixed && accesses.has('READ'))}
      </fieldset>
      <fieldset>
        <legend>${words.personal}</legend>
        ${personal.size > 1 ? mixedPersonal(decision) : uniformPersonal(decision)}
      </fieldset>`
}

function uniformPersonal({ partner, present, words }: Decision): Html {
  const seesPersonal = present.some(grant => grant.personal_data)
  return html`<label><input type="checkbox" name="personalData" value="yes"${checked(seesPersonal)}>
          ${words.seesPersonal(partner.name)}</label>`
}

function mixedPersonal({ words }: Decision): Html {
  const choice = (value: string, text: string, is = false) =>
    html`<label><input type="radio" name="personalData" value="${value}"${checked(is)}>
          ${text}</label>`
  return html`${choice('KEEP', words.keepPersonal, true)}
        ${choice('yes', words.allPersonal)}
        ${choice('no', words.noPersonal)}`
}

function objectList({ grantables, present, words }: Decision): Html {
  const granted = new Set(present.map(grant => grant.object_uid))
  const unitTypes = Map.groupBy(grantables, one => one.hotel_uid)
  const box = ({ uid, name }: Grantable, remark: Html | null = null) =>
    html`<label><input type="checkbox" name="object" value="${uid}"${
      granted.has(uid) ? html` checked` : null
    }> ${name}${remark}</label>`
  const remark = html`<small>${words.hotel}</small>`
  const item = (one: Grantable): Html => {
    const inner = one.type === 'HOTEL' ? (unitTypes.get(one.uid) ?? []) : []
    const list = inner.length === 0 ? null : html`<ul>${inner.map(item)}</ul>`
    return html`<li>${box(one, one.type === 'HOTEL' ? remark : null)}${list}</li>`
  }
  const top = unitTypes.get(null) ?? []
  return html`<fieldset>
        <legend>${words.which}</legend>
        ${top.length === 0 && html`<p>${words.none}</p>`}
        ${
          top.length > 1 &&
          html`<label><input type="checkbox" name="all" value="yes">
          ${words.all}</label>`
        }
        <ul class="objects">${top.map(item)}</ul>
      </fieldset>`
}
