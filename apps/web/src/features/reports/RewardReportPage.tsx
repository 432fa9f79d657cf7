import type { PointFigures } from '@learnt/contract/points'
import { pointKinds } from '@learnt/contract/points'
import { membershipStatuses } from '@learnt/contract/states'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { AsOfNotice } from '../../lists/AsOfNotice.tsx'
import { readList } from '../../lists/address.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { askViews } from '../../lists/views-ask.ts'
import type { Loader } from '../../routes/route-book.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import { askPointReport, reportStandard } from '../points/asks.ts'
import { PersonPointsDialog } from '../points/PersonPointsDialog.tsx'
import { RulesDialog } from '../points/RulesDialog.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { ReportFiles } from './ReportFiles.tsx'

export const loader: Loader = ({ client, search }) =>
  Promise.all([
    client.prefetchQuery(askPointReport(readList(search, reportStandard))),
    client.prefetchQuery(askViews('report-rewards')),
  ])

/** Reward report: what each person earned, redeemed and has left; the name opens the entries behind it. */
export function RewardReportPage() {
  const { t, i18n } = useTranslation('points')
  const { t: common } = useTranslation('common')
  const [state, change] = useListState(reportStandard)
  const [shown, show] = useState<PointFigures | null>(null)
  const [hasRules, openRules] = useState(false)
  const result = useQuery({ ...askPointReport(state), placeholderData: keepPreviousData })
  const query = listQuery(state) as never
  const columns = useMemo<Column<PointFigures>[]>(() => {
    const number = (value: number) => formatNumber(value, i18n.language)
    return [
      {
        id: 'name',
        header: t('report.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (row) => (
          <Link
            component="button"
            type="button"
            onClick={() => show(row)}
            aria-haspopup="dialog"
            sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}
          >
            {row.name}
          </Link>
        ),
      },
      { id: 'email', header: t('report.email'), card: 'subtitle', cell: (row) => row.email },
      { id: 'earned', header: t('report.earned'), align: 'end', sortable: true, cell: (row) => number(row.earned) },
      {
        id: 'redeemed',
        header: t('report.redeemed'),
        align: 'end',
        sortable: true,
        cell: (row) => number(row.redeemed),
      },
      { id: 'adjusted', header: t('report.adjusted'), align: 'end', cell: (row) => number(row.adjusted) },
      { id: 'lost', header: t('report.lost'), align: 'end', hidden: true, cell: (row) => number(row.lost) },
      { id: 'balance', header: t('report.balance'), align: 'end', sortable: true, cell: (row) => number(row.balance) },
      { id: 'lastAt', header: t('report.lastAt'), sortable: true, cell: (row) => <DateText value={row.lastAt} /> },
    ]
  }, [t, i18n.language])
  const totals = result.data?.totals
  if (isProblem(result.error, 'wrong-state')) {
    return (
      <>
        <PageHeader title={t('report.title')} text={t('report.text')} />
        <EmptyState title={t('report.off')} text={t('report.offText')} />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('report.title')}
        text={t('report.text')}
        actions={
          <>
            <AsOfField state={state} onChange={change} history={result.data} />
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<SettingsIcon />}
              onClick={() => openRules(true)}
              aria-haspopup="dialog"
            >
              {t('report.settings')}
            </Button>
          </>
        }
      />
      {totals && (
        <FigureTiles
          label={t('report.figures')}
          state={state}
          onChange={change}
          tiles={(['earned', 'redeemed', 'adjusted', 'lost', 'balance'] as const).map((name) => ({
            id: name,
            label: t(`report.${name}`),
            value: formatNumber(totals[name], i18n.language),
          }))}
        />
      )}
      <AsOfNotice state={state} onChange={change} historyFrom={result.data?.historyFrom} />
      <DataTable
        label={t('report.title')}
        columns={columns}
        query={result}
        state={state}
        onChange={change}
        rowId={(row) => row.membershipId}
        rowName={(row) => row.name}
        searchLabel={t('report.search')}
        filters={[
          {
            key: 'memberStatus',
            label: t('report.status'),
            options: membershipStatuses.map((value) => ({ value, label: common(`states.membership.${value}`) })),
          },
          {
            key: 'kind',
            label: t('report.kind'),
            options: pointKinds.map((value) => ({ value, label: t(`entry.kind.${value}`) })),
          },
        ]}
        views={<SavedViews list="report-rewards" />}
        toolbar={
          <ReportFiles
            csv={addressOf(api.points.reportCsv, { query })}
            xlsx={addressOf(api.points.reportXlsx, { query })}
            name="reward_report"
            total={result.data?.total}
          />
        }
        empty={<EmptyState title={t('report.empty')} text={t('report.emptyText')} />}
      />
      {shown && <PersonPointsDialog userId={shown.userId} name={shown.name} onClose={() => show(null)} />}
      {hasRules && <RulesDialog onClose={() => openRules(false)} />}
    </>
  )
}
