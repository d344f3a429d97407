/** A lead on a page of its own, which has an address to be sent to others. */
import { useLocation, useParams } from 'wouter'
import { useWords } from '../words/words.tsx'
import { LeadView } from './lead/lead-view.tsx'
import { useLead } from './leads.read.ts'
import { titleOf } from './title.ts'

export function LeadPage() {
  const words = useWords()
  const { uid = '' } = useParams<{ uid: string }>()
  const [, navigate] = useLocation()
  const { data: lead } = useLead(uid)
  return (
    <section className="lead-page" aria-labelledby="lead-title">
      <h1 id="lead-title">{lead ? <bdi>{titleOf(lead, words)}</bdi> : words.lead.title}</h1>
      <LeadView key={uid} uid={uid} close={() => navigate('/leads')} />
    </section>
  )
}
