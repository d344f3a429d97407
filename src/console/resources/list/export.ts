/** Export of a list as a file for spreadsheets. */
import { useLocalization } from '../../i18n/translations.tsx'
import { downloadFile } from '../../shared/download.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { useFormats } from '../formats.ts'
import { type ListParameters, readAll, useScope } from '../resource.query.ts'
import { type Item, nameText, type Resource, type ResourceTexts } from '../resource.ts'

/** Reads all pages of a list, and downloads the file. */
export function useExport(resource: Resource, texts: ResourceTexts, parameters: ListParameters) {
  const { locale } = useLocalization()
  const formats = useFormats(resource, texts)
  const scope = useScope(resource)
  const columns = [...resource.columns, ...(resource.csv ?? [])]
  const toRow = (item: Item) =>
    columns.map(column => {
      const value = column.show(item, formats)
      return value === null ? null : String(value)
    })
  return useWrite(
    async () => {
      const { csvFormat, formatCsv } = await import('../../shared/csv.ts')
      const items = await readAll(resource, { ...scope, ...parameters })
      const header = columns.map(({ name }) => nameText(texts, name))
      return formatCsv([header, ...items.map(toRow)], csvFormat(locale))
    },
    text => downloadFile(text, `${texts.many}.csv`),
    null,
  )
}
