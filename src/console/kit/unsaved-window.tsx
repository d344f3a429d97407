/** Asks whether what was typed may go. */
import { Button } from 'react-aria-components/Button'
import { useWords } from '../words/words.tsx'
import { Window } from './window.tsx'

export function UnsavedWindow({ answer }: { answer: (goes: boolean) => void }) {
  const { unsaved } = useWords()
  return (
    <Window title={unsaved.title} close={() => answer(false)} showsTitle>
      <div className="ask">
        <p>{unsaved.text}</p>
        <div className="form-end">
          <Button className="button" autoFocus onPress={() => answer(false)}>
            {unsaved.stay}
          </Button>
          <Button className="button plain" onPress={() => answer(true)}>
            {unsaved.leave}
          </Button>
        </div>
      </div>
    </Window>
  )
}
