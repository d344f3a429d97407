/** Errors of actions and of unavailable nights: reason, conflicts, and alternatives. */
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { ApiProblem } from '../../../api/problem.ts'
import { may, useSession } from '../../../api/session.tsx'
import { rangeText, untilText } from '../../../i18n/format.ts'
import { type LeadTranslations, useLeadTranslations } from '../../../i18n/lead-translations.ts'
import { useLocalization } from '../../../i18n/translations.tsx'
import { dayMs } from '../../days.ts'
import { Problem } from '../../problem.tsx'
import { useProperties } from '../../properties.query.ts'
import { useStaff } from '../../staff.query.ts'
import { useHistory, useLeadEvents } from '../lead.query.ts'
import { useLead } from '../leads.query.ts'

/** Free nights that the server suggests. */
export interface FreeNights {
  checkInLocalDate: string
  checkOutLocalDate: string
  unitUid: string | null
}

interface Conflict {
  nights: string[]
  reason: 'STAY' | 'TURNOVER' | 'LINKED'
  leadUid?: string
  propertyUid: string
  unitUid: string | null
  freesUtcDateTime: string | null
}

interface ActionErrorProps {
  error: unknown
  leadUid?: string
  /** Chooses suggested dates or a suggested unit. */
  pick?: (free: FreeNights) => void
  pickUnit?: (unitUid: string) => void
  /** Overrides a booking rule. Rules bind guests, but not the staff of the agency. */
  overrule?: { text: string; run: () => void }
  /** Retries after a lost connection. */
  retry?: () => void
}

export function ActionError({ error, leadUid, pick, pickUnit, overrule, retry }: ActionErrorProps) {
  const texts = useLeadTranslations()
  if (!(error instanceof ApiProblem) || error.status >= 500) {
    return <Problem error={error} {...(retry ? { retry } : {})} />
  }
  if (error.body.code === 'NOT_AVAILABLE') {
    return (
      <NotAvailable error={error} {...(pick ? { pick } : {})} {...(pickUnit ? { pickUnit } : {})} />
    )
  }
  const ruleMessage = ruleText(error, texts)
  if (ruleMessage) {
    // Staff may override the rules of a property, but a master can never be booked.
    const isRule = error.status === 409 && error.body.code !== 'MASTER_NOT_BOOKABLE'
    return (
      <Problem
        error={error}
        title={texts.refusal.rule}
        text={ruleMessage}
        {...(overrule && isRule ? { retry: overrule.run, retryText: overrule.text } : {})}
      />
    )
  }
  if (error.body.code === 'ILLEGAL_TRANSITION' && leadUid) return <StatusChanged uid={leadUid} />
  return <Problem error={error} />
}

/** Returns the translation of a violated rule, or null if there is none. */
function ruleText({ body }: ApiProblem, { refusal }: LeadTranslations): string | null {
  const { code, required, limit, reason } = body
  if (code === 'TOO_MANY_GUESTS') return refusal.guestsMax(Number(limit))
  const codes: Record<string, string> = refusal.promoCodes
  if (body.parameter === 'promoCode') return codes[String(reason)] ?? null
  const rule = refusal.rules[code as keyof LeadTranslations['refusal']['rules']]
  return typeof rule === 'function' ? rule(Number(required)) : (rule ?? null)
}

type NotAvailableProps = Pick<ActionErrorProps, 'pick' | 'pickUnit'> & { error: ApiProblem }

function NotAvailable({ error: { body }, pick, pickUnit }: NotAvailableProps) {
  const { locale } = useLocalization()
  const { refusal } = useLeadTranslations()
  const conflicts = body.conflicts as Conflict[]
  const nextFree = body.nextFree as FreeNights[]
  const { byUid } = useProperties()
  const units = byUid.get(String(body.propertyUid))?.units ?? []
  const freeUnits = units.filter(({ unitUid }) => (body.freeUnits as string[]).includes(unitUid))
  return (
    <div className="problem" role="alert">
      <h2>{refusal.taken}</h2>
      <ul className="conflicts">
        {conflicts.map(conflict => (
          <ConflictItem key={`${conflict.leadUid} ${conflict.unitUid}`} conflict={conflict} />
        ))}
      </ul>
      {pick && nextFree.length > 0 ? (
        <div className="offers" role="group" aria-label={refusal.nextFree}>
          <span>{refusal.nextFree}</span>
          {nextFree.map(free => (
            <Button
              key={free.checkInLocalDate}
              className="button plain small"
              onPress={() => pick(free)}
            >
              {rangeText(free.checkInLocalDate, free.checkOutLocalDate, locale)}
            </Button>
          ))}
        </div>
      ) : null}
      {pickUnit && freeUnits.length > 0 ? <FreeUnits units={freeUnits} pick={pickUnit} /> : null}
    </div>
  )
}

function FreeUnits(props: {
  units: { unitUid: string; name: string }[]
  pick: (uid: string) => void
}) {
  const { refusal } = useLeadTranslations()
  return (
    <div className="offers" role="group" aria-label={refusal.freeUnits}>
      <span>{refusal.freeUnits}</span>
      {props.units.map(({ unitUid, name }) => (
        <Button key={unitUid} className="button plain small" onPress={() => props.pick(unitUid)}>
          {name}
        </Button>
      ))}
    </div>
  )
}

function ConflictItem({ conflict }: { conflict: Conflict }) {
  const { locale } = useLocalization()
  const { refusal } = useLeadTranslations()
  const { byUid } = useProperties()
  const { nights, reason, leadUid, freesUtcDateTime: freesUtc } = conflict
  const unit = byUid
    .get(conflict.propertyUid)
    ?.units.find(({ unitUid }) => unitUid === conflict.unitUid)
  const lastNight = nights.at(-1) ?? ''
  // A range ends on the day after its last night.
  const departure = new Date(Date.parse(lastNight) + dayMs).toISOString()
  return (
    <li>
      <b>{rangeText(nights[0] ?? '', departure, locale)}</b>
      {unit ? ` · ${unit.name}` : ''} – {refusal.reasons[reason]}
      {freesUtc ? ` (${refusal.frees(untilText(freesUtc, Date.now(), locale))})` : ''}{' '}
      {leadUid ? <Link href={`/reservations/${leadUid}`}>{refusal.open}</Link> : null}
    </li>
  )
}

/**
 * Shows that another user changed the status first: the user, the action and the present status.
 */
function StatusChanged({ uid }: { uid: string }) {
  const { texts, locale } = useLocalization()
  const leadTexts = useLeadTranslations()
  const { data: lead } = useLead(uid)
  const session = useSession()
  const { data: history } = useHistory(uid)
  const { data: events } = useLeadEvents(uid, may(session, 'integrations:read'))
  const { namesByUid } = useStaff()
  const lastChange = history?.findLast(({ statusBefore, statusAfter }) => {
    return statusBefore !== statusAfter && statusAfter === lead?.status
  })
  const actor = events?.findLast(({ eventType }) => eventType === 'LEAD_STATUS_CHANGED')?.actor
  const name = actor && namesByUid.get(actor.uid ?? '')
  const actorName =
    lastChange && (name ?? leadTexts.timeline.actors[actor?.type ?? lastChange.credential.kind])
  const action = lastChange && (leadTexts.timeline.did[lastChange.act] ?? lastChange.act)
  const ago = lastChange && untilText(lastChange.doneUtcDateTime, Date.now(), locale)
  return (
    <div className="problem" role="alert">
      <h2>{texts.problem.title}</h2>
      {actorName && action && ago ? (
        <p>{leadTexts.refusal.meanwhile(actorName, action, ago)}</p>
      ) : null}
      {lead ? <p>{leadTexts.refusal.isNow(texts.lead.statuses[lead.status])}</p> : null}
    </div>
  )
}
