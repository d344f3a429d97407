/** A refusal of nights or of an act: why, what is in the way, and what goes instead. */
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { ApiProblem } from '../../api/problem.ts'
import { may, useSession } from '../../api/session.tsx'
import { useHouses } from '../../calendar/houses.read.ts'
import { Problem } from '../../kit/problem.tsx'
import { rangeText, untilText } from '../../words/format.ts'
import { type LeadWords, useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { useHistory, useLeadEvents } from '../lead/lead.read.ts'
import { useLead } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'

/** Free nights that the server offers. */
export interface Free {
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

interface RefusalProps {
  error: unknown
  leadUid?: string
  /** Takes other dates, or another unit. */
  pick?: (free: Free) => void
  pickUnit?: (unitUid: string) => void
  /** Rules bind guests, not those who run the house: what it is called, and done. */
  overrule?: { text: string; run: () => void }
  /** Tries once more what the connection has kept from being done. */
  again?: () => void
}

export function Refusal({ error, leadUid, pick, pickUnit, overrule, again }: RefusalProps) {
  const words = useLeadWords()
  if (!(error instanceof ApiProblem) || error.status >= 500) {
    return <Problem error={error} {...(again ? { again } : {})} />
  }
  if (error.body.code === 'NOT_AVAILABLE') {
    return (
      <NotAvailable error={error} {...(pick ? { pick } : {})} {...(pickUnit ? { pickUnit } : {})} />
    )
  }
  const told = ruleText(error, words)
  if (told) {
    const isRule = error.status === 409 && error.body.code !== 'MASTER_NOT_BOOKABLE'
    return (
      <Problem
        error={error}
        title={words.refusal.rule}
        text={told}
        {...(overrule && isRule ? { again: overrule.run, againText: overrule.text } : {})}
      />
    )
  }
  if (error.body.code === 'ILLEGAL_TRANSITION' && leadUid) return <Meanwhile uid={leadUid} />
  return <Problem error={error} />
}

/** In words of the page where it has some, else null. */
function ruleText({ body }: ApiProblem, { refusal }: LeadWords): string | null {
  const { code, required, limit, reason } = body
  if (code === 'TOO_MANY_GUESTS') return refusal.guestsMax(Number(limit))
  const codes: Record<string, string> = refusal.promoCodes
  if (body.parameter === 'promoCode') return codes[String(reason)] ?? null
  const rule = refusal.rules[code as keyof LeadWords['refusal']['rules']]
  return typeof rule === 'function' ? rule(Number(required)) : (rule ?? null)
}

type NotAvailableProps = Pick<RefusalProps, 'pick' | 'pickUnit'> & { error: ApiProblem }

function NotAvailable({ error: { body }, pick, pickUnit }: NotAvailableProps) {
  const { locale } = useSpoken()
  const { refusal } = useLeadWords()
  const conflicts = body.conflicts as Conflict[]
  const nextFree = body.nextFree as Free[]
  const { byUid } = useHouses()
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
      {pickUnit && freeUnits.length > 0 ? <Units units={freeUnits} pick={pickUnit} /> : null}
    </div>
  )
}

function Units(props: { units: { unitUid: string; name: string }[]; pick: (uid: string) => void }) {
  const { refusal } = useLeadWords()
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

const dayMs = 86_400_000

function ConflictItem({ conflict }: { conflict: Conflict }) {
  const { locale } = useSpoken()
  const { refusal } = useLeadWords()
  const { byUid } = useHouses()
  const { nights, reason, leadUid, freesUtcDateTime: frees } = conflict
  const unit = byUid
    .get(conflict.propertyUid)
    ?.units.find(({ unitUid }) => unitUid === conflict.unitUid)
  const last = nights.at(-1) ?? ''
  const until = new Date(Date.parse(last) + dayMs).toISOString()
  return (
    <li>
      <b>{rangeText(nights[0] ?? '', until, locale)}</b>
      {unit ? ` · ${unit.name}` : ''} – {refusal.reasons[reason]}
      {frees ? ` (${refusal.frees(untilText(frees, Date.now(), locale))})` : ''}{' '}
      {leadUid ? <Link href={`/leads/${leadUid}`}>{refusal.open}</Link> : null}
    </li>
  )
}

/** Somebody else was faster: who, and what the lead is now. */
function Meanwhile({ uid }: { uid: string }) {
  const { words, locale } = useSpoken()
  const own = useLeadWords()
  const { data: lead } = useLead(uid)
  const session = useSession()
  const { data: history } = useHistory(uid)
  const { data: events } = useLeadEvents(uid, may(session, 'integrations:read'))
  const { nameOf } = useStaff()
  const last = history?.findLast(({ statusBefore, statusAfter }) => {
    return statusBefore !== statusAfter && statusAfter === lead?.status
  })
  const actor = events?.findLast(({ eventType }) => eventType === 'LEAD_STATUS_CHANGED')?.actor
  const name = actor && nameOf.get(actor.uid ?? '')
  const who = last && (name ?? own.timeline.actors[actor?.type ?? last.credential.kind])
  const did = last && (own.timeline.did[last.act] ?? last.act)
  const ago = last && untilText(last.doneUtcDateTime, Date.now(), locale)
  return (
    <div className="problem" role="alert">
      <h2>{words.problem.title}</h2>
      {who && did && ago ? <p>{own.refusal.meanwhile(who, did, ago)}</p> : null}
      {lead ? <p>{own.refusal.isNow(words.lead.statuses[lead.status])}</p> : null}
    </div>
  )
}
