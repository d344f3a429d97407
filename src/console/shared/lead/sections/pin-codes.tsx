/** Door codes of a stay: create, reveal and revoke. */
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../../api/call.ts'
import { may, useSession } from '../../../api/session.tsx'
import { dateText } from '../../../i18n/format.ts'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { useUnsaved } from '../../../routing/unsaved.ts'
import { Input, useForm } from '../../../ui/form.tsx'
import { Problem } from '../../problem.tsx'
import { fieldError, WriteForm } from '../../writes/write-form.tsx'
import { type PinCode, useLeadWrite } from '../lead.query.ts'
import type { LeadProps } from '../lead-props.ts'
import { staysOpenWith } from '../lead-props.ts'
import { usePinCodes } from './section.query.ts'

export function Access({ lead }: LeadProps) {
  const { access: texts } = useLeadTranslations()
  const session = useSession()
  const { data: codes, error, refetch } = usePinCodes(lead.uid)
  const [isAdding, setAdding] = useState(false)
  if (error && !codes) return <Problem error={error} retry={refetch} />
  const mayWrite = may(session, 'pinCodes:write')
  return (
    <>
      {codes?.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      <ul className="rows">
        {codes?.map(code => (
          <CodeItem key={code.uid} code={code} leadUid={lead.uid} mayWrite={mayWrite} />
        ))}
      </ul>
      {isAdding ? (
        <CodeForm lead={lead} close={() => setAdding(false)} />
      ) : mayWrite && lead.propertyUid ? (
        <Button className="button plain" onPress={() => setAdding(true)}>
          {texts.add}
        </Button>
      ) : null}
    </>
  )
}

function CodeItem(props: { code: PinCode; leadUid: string; mayWrite: boolean }) {
  const { code, leadUid, mayWrite } = props
  const { locale } = useLocalization()
  const { access: texts } = useLeadTranslations()
  const revoke = useLeadWrite(
    leadUid,
    (uid: string, key) => call('DELETE /pin-codes/{uid}', { path: { uid }, key }),
    () => {},
    () => ({ text: toasts => toasts.doorCodeRevoked }),
  )
  const formatTime = (local: string | null) =>
    local ? `${dateText(local, locale, 'weekday')}, ${local.slice(11, 16)}` : '…'
  return (
    <li className="row">
      <div className="row-text">
        {code.code ? <b className="pin number">{code.code}</b> : null}
        {code.url ? (
          <a href={code.url} target="_blank" rel="noreferrer">
            {texts.link}
          </a>
        ) : null}{' '}
        <span className="quiet">{code.lockName ?? texts.mainLock}</span>
        <p className="quiet small">
          {formatTime(code.startLocalDateTime)} – {formatTime(code.endLocalDateTime)}
        </p>
      </div>
      {mayWrite ? (
        <div className="row-acts">
          <Button
            className="button plain small danger"
            isDisabled={revoke.isPending}
            onPress={() => revoke.run(code.uid)}
          >
            {texts.revoke}
          </Button>
        </div>
      ) : null}
      {revoke.error ? <Problem error={revoke.error} /> : null}
    </li>
  )
}

function CodeForm({ lead, close }: Pick<LeadProps, 'lead'> & { close: () => void }) {
  const { access: texts } = useLeadTranslations()
  const form = useForm({ code: '', lockName: '' })
  const { values, set } = form
  const leave = useUnsaved(form.isDirty, staysOpenWith(lead.uid, null), close)
  const write = useLeadWrite(
    lead.uid,
    ({ code, lockName }: typeof values, key) => {
      const uids = { propertyUid: lead.propertyUid!, leadUid: lead.uid }
      const inputs = { code: code.trim() || null, lockName: lockName.trim() || null }
      return call('POST /pin-codes', { body: { ...uids, ...inputs }, key })
    },
    leave,
    () => ({ text: toasts => toasts.doorCodeCreated }),
  )
  return (
    <WriteForm
      title={texts.add}
      write={write}
      input={() => values}
      submit={texts.add}
      close={leave}
    >
      <div className="field-row">
        <Input
          label={texts.code}
          hint={texts.codeHint}
          error={fieldError(write, 'code')}
          maxLength={20}
          value={values.code}
          change={text => set('code', text)}
        />
        <Input
          label={texts.lock}
          error={fieldError(write, 'lockName')}
          maxLength={100}
          value={values.lockName}
          change={text => set('lockName', text)}
        />
      </div>
    </WriteForm>
  )
}
