/** The menu of whoever is signed in: agency, appearance, language, and the way out. */
import { useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { MenuItem, MenuSection, type Selection } from 'react-aria-components/Menu'
import { call } from '../api/call.ts'
import { sendDelayed } from '../api/delayed.ts'
import { changePreferences } from '../api/preferences.read.ts'
import { useSession } from '../api/session.tsx'
import { Icon } from '../kit/icons.tsx'
import type { OpenMenu } from '../kit/menu/menu-button.tsx'
import { MenuList } from '../kit/menu/menu-list.tsx'
import { type Language, languages, useSpoken } from '../words/words.tsx'
import { chooseTheme, chosenTheme, type Theme, themes } from './theme.ts'

export function PersonItems(open: OpenMenu) {
  const session = useSession()
  const { words } = useSpoken()
  const { frame } = words
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

/** Signs out by the form of the plain pages: only a page of this server may send it. */
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
  const { words } = useSpoken()
  const change = async (agencyUid: string) => {
    if (agencyUid === agency.uid) return
    await sendDelayed()
    await call('PATCH /session', { body: { agencyUid } })
    location.assign('/console')
  }
  const choices = agencies.map(({ uid, name }) => ({ id: uid, text: name }))
  return (
    <Choices title={words.frame.agency} choices={choices} chosen={agency.uid} choose={change} />
  )
}

function Themes() {
  const { words } = useSpoken()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  const choices = themes.map(id => ({ id, text: words.frame.themes[id] }))
  return <Choices title={words.frame.theme} choices={choices} chosen={theme} choose={choose} />
}

function Languages() {
  const { words, language } = useSpoken()
  const choose = (chosen: Language) => {
    if (chosen !== language) void chooseLanguage(chosen)
  }
  const choices = Object.entries(languages).map(([tag, text]) => {
    return { id: tag as Language, text, lang: tag }
  })
  return (
    <Choices title={words.frame.language} choices={choices} chosen={language} choose={choose} />
  )
}

interface ChoicesProps<T extends string> {
  title: string
  choices: { id: T; text: string; lang?: string }[]
  chosen: T
  choose(chosen: T): unknown
}

/** Things of which just one is chosen. */
function Choices<T extends string>({ title, choices, chosen, choose }: ChoicesProps<T>) {
  const change = (selection: Selection) => {
    const [only] = selection === 'all' ? [] : selection
    if (only !== undefined) choose(only as T)
  }
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      selectedKeys={[chosen]}
      onSelectionChange={change}
    >
      <Header className="menu-header">{title}</Header>
      {choices.map(({ id, text, lang }) => (
        <MenuItem className="menu-item" id={id} key={id} textValue={text}>
          <Chosen />
          <span lang={lang}>{text}</span>
        </MenuItem>
      ))}
    </MenuSection>
  )
}

/** The server has the page in it, the plain pages and the mails. */
async function chooseLanguage(language: Language): Promise<void> {
  await changePreferences(all => ({ ...all, language }))
  location.reload()
}

/** Shown by the style where its item is the one chosen. */
function Chosen() {
  return (
    <span className="chosen" aria-hidden="true">
      <Icon name="check" />
    </span>
  )
}
