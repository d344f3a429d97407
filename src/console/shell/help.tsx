/** Help: keyboard shortcuts, and API requests of the page. */
import { useState, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { useLocation } from 'wouter'
import {
  formatCurl,
  type LoggedRequest,
  loggedRequests,
  onRequestLogged,
} from '../api/request-log.ts'
import { useSession } from '../api/session.tsx'
import { useGridTranslations } from '../i18n/calendar-translations.ts'
import { useTranslations } from '../i18n/translations.tsx'
import { copyText } from '../ui/copy-text.ts'
import { ModalDialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/form.tsx'
import { areKeysOn, switchKeys } from '../ui/keys.ts'
import { listPages } from './navigation/visible-pages.ts'

export function Help({ close }: { close: () => void }) {
  const { help } = useTranslations()
  const requests = useSyncExternalStore(onRequestLogged, loggedRequests)
  return (
    <ModalDialog title={help.title} close={close} showsTitle>
      <div className="help">
        <section aria-labelledby="help-keys">
          <h3 id="help-keys">{help.keys}</h3>
          <KeySwitch />
          <KeyList />
        </section>
        <section aria-labelledby="help-calls">
          <h3 id="help-calls">{help.calls}</h3>
          <p className="quiet">{requests.length === 0 ? help.noCalls : help.callsText}</p>
          <ul className="calls">
            {requests.map(call => (
              <CallItem key={`${call.method} ${call.path}`} call={call} />
            ))}
          </ul>
        </section>
      </div>
    </ModalDialog>
  )
}

function KeySwitch() {
  const { help } = useTranslations()
  const [isOn, setOn] = useState(areKeysOn)
  const switchOn = (isEnabled: boolean) => {
    switchKeys(isEnabled)
    setOn(isEnabled)
  }
  return <Switch label={help.shortcuts} isOn={isOn} change={switchOn} />
}

function KeyList() {
  const texts = useTranslations()
  const { help, frame } = texts
  const session = useSession()
  const [path] = useLocation()
  const keys: [string, string][] = [
    ['⌘K, Ctrl K', help.palette],
    ['?', frame.help],
    ...listPages(session).map(({ name, key }): [string, string] => [
      `g ${key}`,
      help.goTo(texts.pages[name]),
    ]),
    ['n', texts.pages.quote],
    ['j k', help.rows],
    ['Enter', help.open],
    ['Esc', help.closePanel],
  ]
  if (path === '/') {
    const { today, pages: names } = texts
    keys.push(['[ ]', `${today.before}, ${today.after}`], ['t', names.today])
  }
  return (
    <>
      <Keys keys={keys} />
      {path === '/calendar' ? <CalendarKeys /> : null}
    </>
  )
}

function Keys({ keys }: { keys: readonly (readonly [key: string, description: string])[] }) {
  return (
    <dl className="keys">
      {keys.map(([key, description]) => (
        <div key={key}>
          <dt>
            {key.split(', ').map(part => (
              <kbd key={part}>{part}</kbd>
            ))}
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Shortcuts of the calendar. A component of its own, because their translations are loaded lazily.
 */
function CalendarKeys() {
  const { calendar } = useGridTranslations()
  return (
    <Keys
      keys={[
        ['← ↑ → ↓', calendar.keys.move],
        ['[ ], Ctrl ←, Ctrl →', calendar.keys.month],
        ['PgUp, PgDn', calendar.keys.page],
        ['⇧ ←, ⇧ →', calendar.keys.select],
        ['q h b x p m a', calendar.keys.acts],
        ['m, ← ↑ → ↓, Enter', calendar.keys.moveStay],
        ['t', calendar.today],
        ['d', calendar.keys.density],
        ['/', calendar.keys.filter],
      ]}
    />
  )
}

function CallItem({ call }: { call: LoggedRequest }) {
  const { problem } = useTranslations()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(formatCurl(call, location.origin))
    setCopied(true)
  }
  return (
    <li>
      <code>
        <b>{call.method}</b> {call.path}
      </code>
      <Button
        className="button plain small"
        aria-label={`${problem.copy} ${call.method} ${call.path.split('?')[0]}`}
        onPress={copy}
      >
        {isCopied ? problem.copied : problem.copy}
      </Button>
    </li>
  )
}
