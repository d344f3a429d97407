/** Page of a lead, with a URL that can be shared. */
import { useLocation, useParams } from 'wouter'
import { useTranslations } from '../i18n/translations.tsx'
import { LeadView } from '../shared/lead/lead-view.tsx'
import { useLead } from '../shared/lead/leads.query.ts'
import { leadTitle } from '../shared/lead/title.ts'

export function LeadPage() {
  const texts = useTranslations()
  const { uid = '' } = useParams<{ uid: string }>()
  const [, navigate] = useLocation()
  const { data: lead } = useLead(uid)
  return (
    <section className="lead-page" aria-labelledby="lead-title">
      <h1 id="lead-title">{lead ? <bdi>{leadTitle(lead, texts)}</bdi> : texts.lead.title}</h1>
      <LeadView key={uid} uid={uid} close={() => navigate('/reservations')} />
    </section>
  )
}
