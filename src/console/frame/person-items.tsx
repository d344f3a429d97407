/** The menu of whoever is signed in: agency, appearance, language, and the way out. */
import { useState } from 'react'
import { Header } from 'react-aria-components/Header'
import { MenuItem, MenuSection, type Selection } from 'react-aria-components/Menu'
import { call } from '../api/call.ts'
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

/** By the form of the plain pages: only a page of this server may send it. */
function signOut(): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/console/sign-out'
  document.body.append(form)
  form.submit()
}

function onlyOf<T extends string>(selection: Selection): T | undefined {
  return selection === 'all' ? undefined : ([...selection][0] as T | undefined)
}

function Agencies() {
  const { agency, agencies } = useSession()
  const { words } = useSpoken()
  const change = async (selection: Selection) => {
    const agencyUid = onlyOf<string>(selection)
    if (!agencyUid || agencyUid === agency.uid) return
    await call('PATCH /session', { body: { agencyUid } })
    location.assign('/console')
  }
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      selectedKeys={[agency.uid]}
      onSelectionChange={change}
    >
      <Header className="menu-header">{words.frame.agency}</Header>
      {agencies.map(({ uid, name }) => (
        <MenuItem className="menu-item" id={uid} key={uid} textValue={name}>
          <Chosen />
          {name}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

function Themes() {
  const { words } = useSpoken()
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (selection: Selection) => {
    const chosen = onlyOf<Theme>(selection) ?? 'system'
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      selectedKeys={[theme]}
      onSelectionChange={choose}
    >
      <Header className="menu-header">{words.frame.theme}</Header>
      {themes.map(one => (
        <MenuItem className="menu-item" id={one} key={one}>
          <Chosen />
          {words.frame.themes[one]}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

function Languages() {
  const { words, language } = useSpoken()
  const choose = (selection: Selection) => {
    const chosen = onlyOf<Language>(selection)
    if (chosen && chosen !== language) void chooseLanguage(chosen)
  }
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      selectedKeys={[language]}
      onSelectionChange={choose}
    >
      <Header className="menu-header">{words.frame.language}</Header>
      {Object.entries(languages).map(([tag, name]) => (
        <MenuItem className="menu-item" id={tag} key={tag} textValue={name}>
          <Chosen />
          <span lang={tag}>{name}</span>
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
