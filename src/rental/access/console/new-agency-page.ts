/** Page that creates the first agency of a server. */
import { passwordCharactersMax } from '../../../platform/crypto/passwords.ts'
import { type Html, html } from '../../../platform/web/html.ts'
import { languages } from '../languages/language.ts'
import { passwordCharactersMin } from '../passwords/employee-passwords.ts'
import type { FirstAgencyField } from '../setup-links/first-agency-body.ts'
import { type LocalizedReply, singleFormPage, statusMessage } from './console-html.ts'
import { wrongLengthText } from './refusal-page.ts'

interface NewAgencyForm {
  token: string
  /** Values that the fields show. */
  form: URLSearchParams
  invalid: ReadonlySet<FirstAgencyField>
}

const currencyAttributes = html`list="currencies" autocomplete="off" placeholder="EUR"`
const timeZoneAttributes = html`list="time-zones" autocomplete="off" placeholder="Europe/Paris"`

type Localized = Pick<LocalizedReply, 'language' | 'messages'>

export function newAgencyPage(localized: Localized, values: NewAgencyForm): Html {
  const { messages } = localized
  const { newAgency, account } = messages
  const field = (name: FirstAgencyField, label: string, attributes: Html) =>
    textField(localized, values, { name, label, attributes })
  return singleFormPage(
    html`<h1>${newAgency.title}</h1>
      <p class="quiet">${newAgency.intro}</p>
      ${statusMessage(values.invalid.size > 0 ? newAgency.check : undefined)}
      <form method="post" action="/console/new-agency/${values.token}">
        ${field('agencyName', newAgency.agencyName, html`autocomplete="organization"`)}
        ${field('currency', account.currency, currencyAttributes)}
        ${field('timeZone', account.timeZone, timeZoneAttributes)}
        ${field('firstName', newAgency.firstName, html`autocomplete="given-name"`)}
        ${field('lastName', newAgency.lastName, html`autocomplete="family-name"`)}
        ${field('email', messages.email, html`type="email" autocomplete="username"`)}
        ${passwordField(localized, values)}
        ${languageField(localized, values)}
        <button class="wide">${newAgency.submit}</button>
        <datalist id="currencies">${currencyOptions(localized)}</datalist>
        <datalist id="time-zones">${timeZoneOptions()}</datalist>
      </form>`,
  )
}

function textField(
  localized: Localized,
  { form, invalid }: NewAgencyForm,
  { name, label, attributes }: { name: FirstAgencyField; label: string; attributes: Html },
): Html {
  return html`<label>${label}${problem(localized, invalid, name)}
          <input name="${name}" ${attributes} required value="${form.get(name)}"
            ${invalidAttribute(invalid, name)}></label>`
}

function passwordField(localized: Localized, { invalid }: NewAgencyForm): Html {
  const { messages } = localized
  return html`<label>${messages.password} <small>${messages.welcome.length}</small>
          ${problem(localized, invalid, 'password')}
          <input name="password" type="password" autocomplete="new-password" required
            minlength="${passwordCharactersMin}" maxlength="${passwordCharactersMax}"
            ${invalidAttribute(invalid, 'password')}></label>`
}

function languageField(localized: Localized, { form, invalid }: NewAgencyForm): Html {
  const chosen = form.get('language')
  const option = (language: (typeof languages)[number]) => {
    const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)
    const isChosen = language === chosen && html` selected`
    return html`<option value="${language}" lang="${language}"${isChosen}>${name}</option>`
  }
  return html`<label>${localized.messages.newAgency.language}
          ${problem(localized, invalid, 'language')}
          <select name="language" ${invalidAttribute(invalid, 'language')}>${languages.map(option)}
          </select></label>`
}

function problem(
  { messages }: Localized,
  invalid: NewAgencyForm['invalid'],
  name: FirstAgencyField,
): Html | null {
  if (!invalid.has(name)) return null
  const { name: nameText, ...others } = messages.newAgency.invalid
  const names = { agencyName: nameText, firstName: nameText, lastName: nameText }
  const texts = { ...names, ...others, password: wrongLengthText(messages) }
  return html` <small class="problem">${texts[name]}</small>`
}

function invalidAttribute(invalid: NewAgencyForm['invalid'], name: FirstAgencyField): Html | false {
  return invalid.has(name) && html`aria-invalid="true"`
}

function currencyOptions({ messages }: Localized): Html[] {
  const names = new Intl.DisplayNames(messages.locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map(
    code => html`<option value="${code}">${names.of(code)}</option>`,
  )
}

function timeZoneOptions(): Html[] {
  return Intl.supportedValuesOf('timeZone').map(zone => html`<option value="${zone}"></option>`)
}
