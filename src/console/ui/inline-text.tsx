/** Field without a label of its own that is saved when it loses the focus. */
import { EditConflictNotice, useEditConflict } from './edit-conflict.tsx'
import { useForm } from './form.tsx'
import { useFollowing } from './use-following.ts'

interface InlineTextProps {
  label: string
  placeholder: string
  /** Saved text; null is empty. */
  value: string | null
  maxLength: number
  className?: string
  isReadOnly?: boolean
  save: (text: string | null) => void
}

/** Keeps the input if another user changes the text, and then asks which one is saved. */
export function InlineText({ label, placeholder, save, ...props }: InlineTextProps) {
  const { value, maxLength, className = '', isReadOnly = false } = props
  const saved = { text: value ?? '' }
  const form = useForm(saved)
  const conflict = useEditConflict(form, { values: saved })
  const { base, resolve } = conflict
  const isContested = useFollowing(conflict)
  const { text } = form.values
  return (
    <>
      <input
        className={`field ${className}`}
        aria-label={label}
        placeholder={placeholder}
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        readOnly={isReadOnly}
        value={text}
        onChange={({ target }) => form.set('text', target.value)}
        onBlur={() => {
          const trimmed = text.trim()
          form.set('text', trimmed)
          if (!isContested && trimmed !== base.text) save(trimmed || null)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          // In the set-up, a form would be submitted.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      {isContested ? (
        <EditConflictNotice
          changes={[{ name: placeholder, before: base.text, now: saved.text }]}
          changedBy={null}
          ago={null}
          isContested
          resolve={retainsOwn => {
            resolve(retainsOwn)
            if (retainsOwn) save(text.trim() || null)
          }}
        />
      ) : null}
    </>
  )
}
