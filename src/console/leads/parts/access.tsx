/** Pin codes of a stay: made, shown and revoked. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { may, useSession } from '../../api/session.tsx'
import { Input, useForm, WriteForm, wrong } from '../../kit/form.tsx'
import { Problem } from '../../kit/problem.tsx'
import { useUnsaved } from '../../kit/unsaved.ts'
import { dateText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { staysWith } from '../acts/stays-with.ts'
import { type PinCode, useLeadWrite, usePinCodes } from '../lead/lead.read.ts'
import type { LeadProps } from '../lead/lead-props.ts'

export function Access({ lead }: LeadProps) {
  const { access: words } = useLeadWords()
  const session = useSession()
  const { data: codes, error, refetch } = usePinCodes(lead.uid)
  const [isAdding, setAdding] = useState(false)
  if (error) return <Problem error={error} again={refetch} />
  const mayWrite = may(session, 'pinCodes:write')
  return (
    <>
      {codes?.length === 0 ? <p className="quiet">{words.none}</p> : null}
      <ul className="rows">
        {codes?.map(code => (
          <CodeItem key={code.uid} code={code} leadUid={lead.uid} mayWrite={mayWrite} />
        ))}
      </ul>
      {isAdding ? (
        <CodeForm lead={lead} close={() => setAdding(false)} />
      ) : mayWrite && lead.propertyUid ? (
        <Button className="button plain" onPress={() => setAdding(true)}>
          {words.add}
        </Button>
      ) : null}
    </>
  )
}

function CodeItem(props: { code: PinCode; leadUid: string; mayWrite: boolean }) {
  const { code, leadUid, mayWrite } = props
  const { locale } = useSpoken()
  const { access: words } = useLeadWords()
  const revoke = useLeadWrite(
    leadUid,
    (uid: string, key) => call('DELETE /pin-codes/{uid}', { path: { uid }, key }),
    () => {},
    () => ({ text: toasts => toasts.codeRevoked }),
  )
  const time = (local: string | null) =>
    local ? `${dateText(local, locale, 'weekday')}, ${local.slice(11, 16)}` : '…'
  return (
    <li className="row">
      <div className="row-text">
        {code.code ? <b className="pin number">{code.code}</b> : null}
        {code.url ? (
          <a href={code.url} target="_blank" rel="noreferrer">
            {words.link}
          </a>
        ) : null}{' '}
        <span className="quiet">{code.lockName ?? words.mainLock}</span>
        <p className="quiet small">
          {time(code.startLocalDateTime)} – {time(code.endLocalDateTime)}
        </p>
      </div>
      {mayWrite ? (
        <div className="row-acts">
          <Button
            className="button plain small danger"
            isDisabled={revoke.isPending}
            onPress={() => revoke.run(code.uid)}
          >
            {words.revoke}
          </Button>
        </div>
      ) : null}
      {revoke.error ? <Problem error={revoke.error} /> : null}
    </li>
  )
}

function CodeForm({ lead, close }: Pick<LeadProps, 'lead'> & { close: () => void }) {
  const { access: words } = useLeadWords()
  const form = useForm({ code: '', lockName: '' })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, staysWith(lead.uid, null), close)
  const write = useLeadWrite(
    lead.uid,
    ({ code, lockName }: typeof values, key) => {
      const place = { propertyUid: lead.propertyUid!, leadUid: lead.uid }
      const texts = { code: code.trim() || null, lockName: lockName.trim() || null }
      return call('POST /pin-codes', { body: { ...place, ...texts }, key })
    },
    leave,
    () => ({ text: toasts => toasts.code }),
  )
  return (
    <WriteForm
      title={words.add}
      write={write}
      given={() => values}
      submit={words.add}
      close={leave}
    >
      <div className="field-row">
        <Input
          label={words.code}
          hint={words.codeHint}
          error={wrong(write, 'code')}
          maxLength={20}
          value={values.code}
          change={text => set('code', text)}
        />
        <Input
          label={words.lock}
          error={wrong(write, 'lockName')}
          maxLength={100}
          value={values.lockName}
          change={text => set('lockName', text)}
        />
      </div>
    </WriteForm>
  )
}
