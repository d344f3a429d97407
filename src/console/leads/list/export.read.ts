/** The whole list as a file that a spreadsheet opens. */
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { channelText } from '../../words/format.ts'
import { useLeadWords } from '../../words/lead-words.ts'
import { useSpoken } from '../../words/words.tsx'
import { guestName, isEnded, type LeadsAsked, listLeads } from '../leads.read.ts'
import { useStaff } from '../staff.read.ts'
import { csvFormOf, csvOf } from './csv.ts'

const pageSize = 100

/** Reads every page of what is asked, and has the browser keep it. */
export function useExport(asked: LeadsAsked) {
  const { agency } = useSession()
  const { list, edit } = useLeadWords()
  const { words, locale } = useSpoken()
  const { nameOf } = useStaff()
  const { columns } = words.leads
  const head = [
    columns.guest,
    edit.email,
    edit.externalId,
    columns.property,
    words.lead.arrival,
    words.lead.departure,
    columns.state,
    columns.channel,
    columns.total,
    columns.balance,
    list.currency,
    words.lead.assignee,
    list.tags,
    words.lead.updated,
  ]
  return useWrite(
    async () => {
      const rows: (string | null)[][] = [head]
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
        const { leads, nextCursor } = await listLeads(agency.uid, asked, { cursor, pageSize })
        rows.push(...leads.map(rowOf))
        cursor = nextCursor
      }
      return csvOf(rows, csvFormOf(locale))
    },
    text => save(text, `${list.file}.csv`),
    null,
  )

  function rowOf(lead: Awaited<ReturnType<typeof listLeads>>['leads'][number]) {
    const { property, unit, order } = lead
    return [
      guestName(lead),
      lead.guestInformation.email,
      lead.externalBookingId,
      [property?.name, unit?.name].filter(part => part).join(' · '),
      lead.checkInLocalDateTime.slice(0, 10),
      lead.checkOutLocalDateTime.slice(0, 10),
      words.lead.statuses[lead.status],
      channelText(lead.channel, words),
      order?.totalAmount ?? null,
      order && isEnded(lead.status) ? '0.00' : (order?.balanceAmount ?? null),
      order?.currency ?? null,
      nameOf.get(lead.assignee.uid ?? '') ?? null,
      lead.tags.join(', '),
      lead.metadata.updatedUtcDateTime,
    ]
  }
}

function save(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
