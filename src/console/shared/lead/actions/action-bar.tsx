/** Actions that a lead allows: the first ones as buttons, the others in a menu. */
import { Button } from 'react-aria-components/Button'
import { toLeadState } from '../../../../rental/prices/occupancies/lead-status.ts'
import { may, useSession } from '../../../api/session.tsx'
import { useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { Icon } from '../../../ui/icons.tsx'
import { ActionMenu, MenuButton } from '../../../ui/menu/menu-button.tsx'
import { usePageActions } from '../../page-actions.ts'
import { countNights, type Lead } from '../leads.query.ts'
import { type Action, destructiveActions, listActions } from './actions.ts'

const buttonsMax = 2

export function ActionBar({ lead, begin }: { lead: Lead; begin: (action: Action) => void }) {
  const session = useSession()
  const texts = useLeadTranslations()
  const allowed = may(session, 'bookings:write') ? listVisibleActions(lead) : []
  usePageActions(allowed.map(action => ({ name: texts.act[action], run: () => begin(action) })))
  if (allowed.length === 0) return null
  const [buttons, more] = [allowed.slice(0, buttonsMax), allowed.slice(buttonsMax)]
  return (
    <div className="lead-acts" role="group" aria-label={texts.acts}>
      {buttons.map((action, i) => (
        <Button key={action} className={buttonClass(action, i)} onPress={() => begin(action)}>
          {texts.act[action]}
        </Button>
      ))}
      {more.length > 0 ? (
        <MenuButton
          className="button plain"
          menu={open => (
            <ActionMenu
              {...open}
              label={texts.acts}
              run={action => begin(action as Action)}
              actions={more.map(action => ({
                id: action,
                text: texts.act[action],
                isDanger: destructiveActions.includes(action),
              }))}
            />
          )}
        >
          {texts.more}
          <Icon name="down" />
        </MenuButton>
      ) : null}
    </div>
  )
}

function listVisibleActions(lead: Lead): Action[] {
  return listActions(toLeadState(lead)).filter(action => {
    // A stay of one night cannot be split.
    if (action === 'split') return countNights(lead) > 1
    return action !== 'mark-paf-completed' || !lead.hasCompletedPreArrivalForm
  })
}

function buttonClass(action: Action, index: number): string {
  if (destructiveActions.includes(action)) return 'button plain danger'
  return index === 0 ? 'button' : 'button plain'
}
