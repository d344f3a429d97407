/** Account menu: agency, appearance, language, and signing out. */
import { useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { MenuItem, MenuSection, type Selection } from 'react-aria-components/Menu'
import { call } from '../api/call.ts'
import { sendDelayed } from '../api/delayed.ts'
import { changePreferences } from '../api/preferences.query.ts'
import { useSession } from '../api/session.tsx'
import { type Language, languages, useLocalization } from '../i18n/translations.tsx'
import { Icon } from '../ui/icons.tsx'
import type { OpenMenu } from '../ui/menu/menu-list.tsx'
import { MenuList } from '../ui/menu/menu-list.tsx'
import { chooseTheme, chosenTheme, type Theme, themes } from './theme.ts'

export function PersonItems(open: OpenMenu) {
  const session = useSession()
  const { texts } = useLocalization()
  const { frame } = texts
  return (
    <MenuList {...open} label={frame.account}>
      {session.agencies.length > 1 ? <Agencies /> : null}
      <Themes />
      <Languages />
      <MenuSection className="menu-section" aria-label={frame.account}>
        <MenuItem className="menu-item" onAction={() => location.assign('/console/account')}>
          {frame.account}
        </MenuItem>
        <MenuItem className="menu-item" onAction={() => window.open('/docs', '_blank')}>
          {frame.reference}
        </MenuItem>
        <MenuItem className="menu-item" onAction={signOut}>
          {frame.signOut}
        </MenuItem>
      </MenuSection>
    </MenuList>
  )
}

/** Signs out by submitting a form of the server-rendered pages, which is protected against CSRF. */
async function signOut(): Promise<void> {
  await sendDelayed()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/console/sign-out'
  document.body.append(form)
  form.submit()
}

function Agencies() {
  const { agency, agencies } = useSession()
  const { texts } = useLocalization()
  const change = async (agencyUid: string) => {
    if (agencyUid === agency.uid) return
    await sendDelayed()
    await call('PATCH /session', { body: { agencyUid } })
    location.assign('/console')
  }
  const choices = agencies.map(({ uid, name }) => ({ id: uid, text: name }))
  return (
    <ChoiceSection
      title={texts.frame.agency}
      choices={choices}
      selected={agency.uid}
      choose={change}
    />
  )
}

function Themes() {
  const { texts } = useLocalization()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (selected: Theme) => {
    chooseTheme(selected)
    setTheme(selected)
  }
  const choices = themes.map(id => ({ id, text: texts.frame.themes[id] }))
  return (
    <ChoiceSection title={texts.frame.theme} choices={choices} selected={theme} choose={choose} />
  )
}

function Languages() {
  const { texts, language } = useLocalization()
  const choose = (selected: Language) => {
    if (selected !== language) void chooseLanguage(selected)
  }
  const choices = Object.entries(languages).map(([tag, text]) => {
    return { id: tag as Language, text, lang: tag }
  })
  return (
    <ChoiceSection
      title={texts.frame.language}
      choices={choices}
      selected={language}
      choose={choose}
    />
  )
}

interface ChoiceSectionProps<T extends string> {
  title: string
  choices: { id: T; text: string; lang?: string }[]
  selected: T
  choose(selected: T): unknown
}

/** Menu section with a single selection. */
function ChoiceSection<T extends string>({
  title,
  choices,
  selected,
  choose,
}: ChoiceSectionProps<T>) {
  const change = (selection: Selection) => {
    const [selectedKey] = selection === 'all' ? [] : selection
    if (selectedKey !== undefined) choose(selectedKey as T)
  }
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      selectedKeys={[selected]}
      onSelectionChange={change}
    >
      <Header className="menu-header">{title}</Header>
      {choices.map(({ id, text, lang }) => (
        <MenuItem className="menu-item" id={id} key={id} textValue={text}>
          <CheckMark />
          <span lang={lang}>{text}</span>
        </MenuItem>
      ))}
    </MenuSection>
  )
}

/** Saves the language on the server, which also uses it for its own pages and for mails. */
async function chooseLanguage(language: Language): Promise<void> {
  await changePreferences(preferences => ({ ...preferences, language }))
  location.reload()
}

/** Check mark, visible by CSS in the selected item. */
function CheckMark() {
  return (
    <span className="chosen" aria-hidden="true">
      <Icon name="check" />
    </span>
  )
}
