/** Hint or error below a group of inputs. */

interface FieldNoteProps {
  id: string
  error: string | null
  hint: string | undefined
}

export function FieldNote({ id, error, hint }: FieldNoteProps) {
  if (!error && !hint) return null
  return (
    <p id={id} className={error ? 'field-error' : 'quiet small'}>
      {error ?? hint}
    </p>
  )
}
