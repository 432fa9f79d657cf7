import { type FeedRow, type FeedRunPage, feedOutcomes } from '@learnt/contract/feeds'
import type { MembershipStatus } from '@learnt/contract/states'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/table/Column.ts'
import { formatDay } from '../../ui/times.ts'
import { errorText } from '../imports/error-text.ts'
import { RowLines } from '../imports/RowLines.tsx'
import { RowList } from '../imports/RowList.tsx'
import { feedPages } from './feed-pages.ts'
import { useFieldNames } from './useFieldNames.ts'

const tones: Record<FeedRow['outcome'], string> = {
  create: 'success',
  update: 'info',
  leave: 'warning',
  unchanged: 'neutral',
  skipped: 'neutral',
  rejected: 'error',
}

/** Outcomes for which there is something to do. */
const acts: readonly FeedRow['outcome'][] = ['create', 'update', 'leave']

/** What each row of the file does, or did, with errors by column. */
export function FeedRows({ run }: { run: FeedRunPage }) {
  const { t } = useTranslation(['feeds', 'imports'])
  const nameOf = useFieldNames()
  const columns = useMemo<Column<FeedRow>[]>(
    () => [
      {
        id: 'outcome',
        header: t('rows.outcome'),
        card: 'subtitle',
        cell: (row) => (
          <span className="word-chip" data-tone={tones[row.outcome]} data-size="small">
            {t(`outcomes.${row.outcome}`)}
          </span>
        ),
      },
      {
        id: 'state',
        header: t('imports:rows.state'),
        cell: (row) => (acts.includes(row.outcome) ? t(`imports:rowStates.${row.state}`) : '–'),
      },
      {
        id: 'what',
        header: t('rows.what'),
        cell: (row) => <What row={row} nameOf={nameOf} />,
      },
    ],
    [t, nameOf],
  )
  return (
    <RowList
      pages={feedPages}
      run={run}
      columns={columns}
      outcomes={{
        label: t('rows.outcome'),
        options: feedOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      }}
    />
  )
}

function What({ row, nameOf }: { row: FeedRow; nameOf: (field: string) => string }) {
  const { t, i18n } = useTranslation(['feeds', 'common'])
  const wordsOf = (field: string, value: string) => {
    if (value === '') return t('rows.nothing')
    if (field === 'status') return t(`common:states.membership.${value as MembershipStatus}`, { defaultValue: value })
    return isDay(value) ? formatDay(new Date(`${value}T12:00:00Z`), i18n.language, 'UTC') : value
  }
  const lines = [
    ...row.errors.map((error) => errorText(error, i18n.language)),
    ...(row.outcome === 'create'
      ? []
      : row.changes.map(({ field, before, after }) =>
          t('rows.change', {
            field: nameOf(field),
            before: wordsOf(field, before),
            after: wordsOf(field, after),
          }),
        )),
  ]
  return <RowLines lines={lines} />
}

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)
