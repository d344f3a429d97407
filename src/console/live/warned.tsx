/** Banner for warnings of the server: `x-lodgepole-warning` of the interface. */
import { useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { forgetWarnings, onWarning, warningsTold } from '../api/warnings-told.ts'
import { useWords } from '../words/words.tsx'

export function Warned() {
  const { frame } = useWords()
  const codes = useSyncExternalStore(onWarning, warningsTold)
  return (
    <div role="status">
      {codes.length === 0 ? null : (
        <div className="warned">
          <p>{codes.map(code => frame.warned[code]).join(' ')}</p>
          <Button className="button plain small" onPress={forgetWarnings}>
            {frame.close}
          </Button>
        </div>
      )}
    </div>
  )
}
