/** The acts that a lead allows: the next ones as buttons, the others in a menu. */
import { Button } from 'react-aria-components/Button'
import { stateOf } from '../../../rental/leads/leads/lead.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePageActs } from '../../frame/page-acts.ts'
import { Icon } from '../../kit/icons.tsx'
import { ActMenu } from '../../kit/menu/act-menu.ts'
import { MenuButton } from '../../kit/menu/menu-button.tsx'
import { useLeadWords } from '../../words/lead-words.ts'
import { type Lead, nightsOf } from '../leads.read.ts'
import { type Act, actsIn, endingActs } from './acts.ts'

const besideMax = 2

export function ActBar({ lead, begin }: { lead: Lead; begin: (act: Act) => void }) {
  const session = useSession()
  const words = useLeadWords()
  const all = may(session, 'bookings:write') ? actsOf(lead) : []
  usePageActs(all.map(act => ({ name: words.act[act], run: () => begin(act) })))
  if (all.length === 0) return null
  const [beside, more] = [all.slice(0, besideMax), all.slice(besideMax)]
  return (
    <div className="lead-acts" role="group" aria-label={words.acts}>
      {beside.map((act, i) => (
        <Button key={act} className={classOf(act, i)} onPress={() => begin(act)}>
          {words.act[act]}
        </Button>
      ))}
      {more.length > 0 ? (
        <MenuButton
          className="button plain"
          menu={open => (
            <ActMenu
              {...open}
              label={words.acts}
              act={act => begin(act as Act)}
              acts={more.map(act => ({
                id: act,
                text: words.act[act],
                isDanger: endingActs.includes(act),
              }))}
            />
          )}
        >
          {words.more}
          <Icon name="down" />
        </MenuButton>
      ) : null}
    </div>
  )
}

function actsOf(lead: Lead): Act[] {
  return actsIn(stateOf(lead)).filter(act => {
    // A stay of one night has no second part.
    if (act === 'split') return nightsOf(lead) > 1
    return act !== 'mark-paf-completed' || !lead.hasCompletedPreArrivalForm
  })
}

function classOf(act: Act, place: number): string {
  if (endingActs.includes(act)) return 'button plain danger'
  return place === 0 ? 'button' : 'button plain'
}
