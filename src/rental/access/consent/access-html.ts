/** HTML of consent pages: list of partners with access, and the form that changes it. */
import { type Html, html } from '../../../platform/web/html.ts'
import type { Grant } from '../grants/grant.ts'
import type { Grantable } from '../grants/grants.ts'
import type { ConsentMessages } from '../languages/page-messages.ts'
import type { PartnerAccess } from './present-access.ts'

/** Data of the form in which a manager selects the access of a partner. */
export interface DecisionForm {
  messages: ConsentMessages
  partner: { name: string }
  agencyName: string
  consentSecret: string
  grantables: Grantable[]
  /** Grants of the partner before the form is sent. */
  currentGrants: Grant[]
}

export function consentSessionField(consentSecret: string): Html {
  return html`<input type="hidden" name="ticket" value="${consentSecret}">`
}

/** Renders the partners with access, their objects, the start of access and the last use. */
export function accessList(
  messages: ConsentMessages,
  partners: PartnerAccess[],
  consentSecret: string,
): Html {
  if (partners.length === 0) return html`<p>${messages.noPartners}</p>`
  const items = partners.map(partner => accessItem(messages, partner, consentSecret))
  return html`<ul class="partners">${items}</ul>`
}

function accessItem(
  messages: ConsentMessages,
  { uid, name, sinceText, lastUsedText, objects }: PartnerAccess,
  consentSecret: string,
): Html {
  return html`<li>
      <h3>${name}</h3>
      <p class="note">${sinceText}, ${lastUsedText}.</p>
      <details><summary>${messages.propertyCount(objects.length)}</summary>
        <ul>${objects.map(object => html`<li>${object.name}: ${object.accessText}</li>`)}</ul>
      </details>
      <form method="post">
        ${consentSessionField(consentSecret)}
        <input type="hidden" name="of" value="${uid}">
        <p class="choices"><button class="quiet" name="step" value="partner"
          aria-label="${messages.changeAccessOf(name)}">${messages.changeAccess}</button></p>
      </form>
    </li>`
}

const checkedAttribute = (isChecked: boolean) => (isChecked ? html` checked` : null)

/**
 * Renders the fields of the form. A partner may have different access to different properties. The
 * form then offers to keep it unchanged, which is preselected. Without grants, READ_WRITE is.
 */
export function decisionFields(decision: DecisionForm): Html {
  const { partner, currentGrants, messages } = decision
  const accessLevels = new Set(currentGrants.map(grant => grant.access))
  const personalDataValues = new Set(currentGrants.map(grant => grant.personal_data))
  const isMixed = accessLevels.size > 1
  const isReadOnly = accessLevels.has('READ')
  const accessRadio = (value: string, text: string, { isChecked }: { isChecked: boolean }) => {
    const checked = checkedAttribute(isChecked)
    return html`<label><input type="radio" name="access" value="${value}"${
      checked
    }> ${text}</label>`
  }
  return html`${objectList(decision)}
      <fieldset>
        <legend>${messages.accessLegend(partner.name)}</legend>
        ${isMixed && accessRadio('KEEP', messages.keepAccess, { isChecked: true })}
        ${accessRadio('READ_WRITE', messages.readAndChange, { isChecked: !isMixed && !isReadOnly })}
        ${accessRadio('READ', messages.readOnly, { isChecked: !isMixed && isReadOnly })}
      </fieldset>
      <fieldset>
        <legend>${messages.personalDataLegend}</legend>
        ${personalDataValues.size > 1 ? mixedPersonal(decision) : uniformPersonal(decision)}
      </fieldset>`
}

function uniformPersonal({ partner, currentGrants, messages }: DecisionForm): Html {
  const checked = checkedAttribute(currentGrants.some(grant => grant.personal_data))
  return html`<label><input type="checkbox" name="personalData" value="yes"${checked}>
          ${messages.seesPersonal(partner.name)}</label>`
}

function mixedPersonal({ messages }: DecisionForm): Html {
  const personalDataRadio = (value: string, text: string, { isChecked = false } = {}) => {
    const checked = checkedAttribute(isChecked)
    return html`<label><input type="radio" name="personalData" value="${value}"${checked}>
          ${text}</label>`
  }
  return html`${personalDataRadio('KEEP', messages.keepPersonal, { isChecked: true })}
        ${personalDataRadio('yes', messages.allPersonal)}
        ${personalDataRadio('no', messages.noPersonal)}`
}

function objectList({ grantables, currentGrants, messages }: DecisionForm): Html {
  const granted = new Set(currentGrants.map(grant => grant.object_uid))
  const grantablesByHotel = Map.groupBy(grantables, grantable => grantable.hotel_uid)
  const checkbox = ({ uid, name }: Grantable, remark: Html | null = null) => {
    const checked = checkedAttribute(granted.has(uid))
    return html`<label><input type="checkbox" name="object" value="${uid}"${
      checked
    }> ${name}${remark}</label>`
  }
  const hotelRemark = html`<small>${messages.hotelRemark}</small>`
  const item = (grantable: Grantable): Html => {
    const children = grantable.type === 'HOTEL' ? (grantablesByHotel.get(grantable.uid) ?? []) : []
    const list = children.length === 0 ? null : html`<ul>${children.map(item)}</ul>`
    const remark = grantable.type === 'HOTEL' ? hotelRemark : null
    return html`<li>${checkbox(grantable, remark)}${list}</li>`
  }
  // Hotels, and properties outside of hotels.
  const topLevel = grantablesByHotel.get(null) ?? []
  return html`<fieldset>
        <legend>${messages.objectsLegend}</legend>
        ${topLevel.length === 0 && html`<p>${messages.noObjects}</p>`}
        ${
          topLevel.length > 1 &&
          html`<label><input type="checkbox" name="all" value="yes">
          ${messages.allObjects}</label>`
        }
        <ul class="objects">${topLevel.map(item)}</ul>
      </fieldset>`
}
