/** Export of the complete list as a file for spreadsheets. */
import { useSession } from '../../api/session.tsx'
import { channelText } from '../../i18n/format.ts'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { downloadFile } from '../../shared/download.ts'
import { guestName, isEnded, type LeadFilters, listLeads } from '../../shared/lead/leads.query.ts'
import { useStaff } from '../../shared/staff.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'

const pageSize = 100

/** Reads all pages of a list, and downloads the file. */
export function useExport(filters: LeadFilters) {
  const { agency } = useSession()
  const { list, edit } = useLeadTranslations()
  const { texts, locale } = useLocalization()
  const { namesByUid } = useStaff()
  const { columns } = texts.leads
  const header = [
    columns.guest,
    edit.email,
    edit.externalId,
    columns.property,
    texts.lead.arrival,
    texts.lead.departure,
    columns.state,
    columns.channel,
    columns.total,
    columns.balance,
    list.currency,
    texts.lead.assignee,
    list.tags,
    texts.lead.updated,
  ]
  return useWrite(
    async () => {
      const { csvFormat, formatCsv } = await import('../../shared/csv.ts')
      const rows: (string | null)[][] = [header]
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
        const { leads, nextCursor } = await listLeads(agency.uid, filters, { cursor, pageSize })
        rows.push(...leads.map(toRow))
        cursor = nextCursor
      }
      return formatCsv(rows, csvFormat(locale))
    },
    text => downloadFile(text, `${list.file}.csv`),
    null,
  )

  function toRow(lead: Awaited<ReturnType<typeof listLeads>>['leads'][number]) {
    const { property, unit, order } = lead
    return [
      guestName(lead),
      lead.guestInformation.email,
      lead.externalBookingId,
      [property?.name, unit?.name].filter(part => part).join(' · '),
      lead.checkInLocalDateTime.slice(0, 10),
      lead.checkOutLocalDateTime.slice(0, 10),
      texts.lead.statuses[lead.status],
      channelText(lead.channel, texts),
      order?.totalAmount ?? null,
      order && isEnded(lead.status) ? '0.00' : (order?.balanceAmount ?? null),
      order?.currency ?? null,
      namesByUid.get(lead.assignee.uid ?? '') ?? null,
      lead.tags.join(', '),
      lead.metadata.updatedUtcDateTime,
    ]
  }
}
