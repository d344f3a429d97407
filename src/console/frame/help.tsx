/** The keys, and what the page asks of the interface. */
import { useState, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { Switch } from 'react-aria-components/Switch'
import { useLocation } from 'wouter'
import { asCurl, type Call, callsMade, onCall } from '../api/calls-made.ts'
import { Window } from '../kit/window.tsx'
import { pages } from '../pages.ts'
import { copyText } from '../plain-http.ts'
import { useGridWords } from '../words/calendar-words.ts'
import { useWords } from '../words/words.tsx'
import { areKeysOn, switchKeys } from './keys.ts'

export function Help({ close }: { close: () => void }) {
  const { help } = useWords()
  const calls = useSyncExternalStore(onCall, callsMade)
  return (
    <Window title={help.title} close={close} showsTitle>
      <div className="help">
        <section aria-labelledby="help-keys">
          <h3 id="help-keys">{help.keys}</h3>
          <KeySwitch />
          <KeyList />
        </section>
        <section aria-labelledby="help-calls">
          <h3 id="help-calls">{help.calls}</h3>
          <p className="quiet">{calls.length === 0 ? help.noCalls : help.callsText}</p>
          <ul className="calls">
            {calls.map(call => (
              <CallItem key={`${call.method} ${call.path}`} call={call} />
            ))}
          </ul>
        </section>
      </div>
    </Window>
  )
}

function KeySwitch() {
  const { help } = useWords()
  const [isOn, setOn] = useState(areKeysOn)
  const change = (on: boolean) => {
    switchKeys(on)
    setOn(on)
  }
  return (
    <Switch className="switch" isSelected={isOn} onChange={change}>
      <span className="switch-track" aria-hidden="true" />
      {help.shortcuts}
    </Switch>
  )
}

function KeyList() {
  const words = useWords()
  const { help, frame } = words
  const [here] = useLocation()
  const keys: [string, string][] = [
    ['⌘K, Ctrl K', help.palette],
    ['?', frame.help],
    ...pages.map(({ name, key }): [string, string] => [`g ${key}`, help.goTo(words.pages[name])]),
    ['n', words.pages.quote],
    ['j k', help.rows],
    ['Enter', help.open],
    ['Esc', help.closePanel],
  ]
  if (here === '/') {
    const { today, pages: names } = words
    keys.push(['[ ]', `${today.before}, ${today.after}`], ['t', names.today])
  }
  return (
    <>
      <Keys keys={keys} />
      {here === '/calendar' ? <CalendarKeys /> : null}
    </>
  )
}

function Keys({ keys }: { keys: readonly (readonly [key: string, what: string])[] }) {
  return (
    <dl className="keys">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            {key.split(', ').map(one => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Their texts come with the calendar. */
function CalendarKeys() {
  const { calendar } = useGridWords()
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

function CallItem({ call }: { call: Call }) {
  const { problem } = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await copyText(asCurl(call, location.origin))
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
