import { useTranslation } from 'react-i18next'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { formatNumber } from '../../ui/times.ts'

/** As the server says it too; beyond it only the CSV holds all rows. */
const maxSheetRows = 50_000

/** The report as a file: a workbook for people while it fits, a CSV of any size. */
export function ReportFiles({
  csv,
  xlsx,
  name,
  total,
}: {
  csv: string
  xlsx: string
  name: string
  total: number | undefined
}) {
  const { t, i18n } = useTranslation('reports')
  const isTooLong = total !== undefined && total > maxSheetRows
  return (
    <>
      <CsvButton href={csv} fileName={`${name}.csv`} label={t('export')} />
      <CsvButton
        href={xlsx}
        fileName={`${name}.xlsx`}
        label={t('exportSheet')}
        reasonWords={
          isTooLong
            ? t('sheetTooLong', {
                rows: formatNumber(total, i18n.language),
                limit: formatNumber(maxSheetRows, i18n.language),
              })
            : undefined
        }
      />
    </>
  )
}
