import type { PointEntry } from '@learnt/contract/points'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatNumber } from '../../ui/times.ts'

/** On a phone these two stand below the title. */
const narrow = { '& th, & td': { paddingInline: '4px' } }
const onWide = { display: { xs: 'none', sm: 'table-cell' } }

/** Entries of the ledger with the columns of the specification (section 3): type, title, earned, redeemed, date. */
export function EntryList({
  entries,
  label,
  causeOf,
}: {
  entries: readonly PointEntry[]
  label: string
  /** Address of what an entry was earned for; null: there is no page for it. */
  causeOf?: (entry: PointEntry) => string | null
}) {
  const { t, i18n } = useTranslation(['points', 'documentKinds'])
  const points = (value: number) => t('points:amount', { points: formatNumber(value, i18n.language) })
  return (
    <TableContainer tabIndex={0} aria-label={label} role="group">
      <Table size="small" aria-label={label} sx={({ breakpoints }) => ({ [breakpoints.down('sm')]: narrow })}>
        <TableHead>
          <TableRow>
            <TableCell sx={onWide}>{t('points:entry.type')}</TableCell>
            <TableCell>{t('points:entry.title')}</TableCell>
            <TableCell align="right">{t('points:entry.earned')}</TableCell>
            <TableCell align="right">{t('points:entry.redeemed')}</TableCell>
            <TableCell align="right">{t('points:entry.balance')}</TableCell>
            <TableCell sx={onWide}>{t('points:entry.date')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => {
            const title = titleOf(entry, (words) => t('points:entry.by', words)) || t(`points:entry.kind.${entry.kind}`)
            const cause = causeOf?.(entry)
            const type = entry.documentType
              ? t(`documentKinds:${entry.documentType}.one`)
              : t(`points:entry.kind.${entry.kind}`)
            return (
              <TableRow key={entry._id}>
                <TableCell sx={onWide}>{type}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', minWidth: { xs: 110, sm: 160 } }} dir="auto">
                  {cause ? <AppLink href={cause}>{title}</AppLink> : title}
                  <Typography variant="caption" color="textSecondary" sx={{ display: { xs: 'block', sm: 'none' } }}>
                    {type} · {rowDay(entry.createdAt)}
                  </Typography>
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {entry.redeem ? '–' : points(entry.rewardPointAmount)}
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {entry.redeem ? points(entry.rewardPointAmount) : '–'}
                </TableCell>
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {points(entry.balance)}
                </TableCell>
                <TableCell sx={{ ...onWide, whiteSpace: 'nowrap' }}>{rowDay(entry.createdAt)}</TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function titleOf(entry: PointEntry, by: (words: { reason: string; name: string }) => string): string {
  if (entry.documentTitle) return entry.documentTitle
  return entry.by ? by({ reason: entry.reason, name: entry.by }) : entry.reason
}

/** DD/MM/YYYY in the person's zone, as the specification writes the day of a reward. */
export function rowDay(seconds: number): string {
  const date = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}
