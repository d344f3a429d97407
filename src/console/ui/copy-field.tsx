/** Text to copy, such as an address, with a button. */
import { useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { copyText } from './copy-text.ts'

interface CopyFieldProps {
  label: string
  text: string
  /** Texts of the button, before and after it was pressed. */
  copy: string
  copied: string
}

export function CopyField({ label, text, copy, copied }: CopyFieldProps) {
  const id = useId()
  const [isCopied, setCopied] = useState(false)
  const run = async () => {
    await copyText(text)
    setCopied(true)
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <div className="copy-row">
        <input
          id={id}
          className="field"
          readOnly
          value={text}
          onFocus={({ target }) => target.select()}
        />
        <Button className="button plain" onPress={run}>
          {isCopied ? copied : copy}
        </Button>
      </div>
    </div>
  )
}
