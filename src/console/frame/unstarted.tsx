import { Problem } from '../kit/problem.tsx'
import { type Spoken, SpokenProvider } from '../words/words.tsx'

/** What stands there when nobody knows who is signed in. */
export function Unstarted(props: { spoken: Spoken; error: unknown; again: () => void }) {
  return (
    <SpokenProvider spoken={props.spoken}>
      <main className="alone">
        <Problem error={props.error} again={props.again} />
      </main>
    </SpokenProvider>
  )
}
