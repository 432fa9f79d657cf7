import type { AuditEntry } from '@learnt/contract/administration'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { listQuery } from '../../ui/table/list-state.ts'
import { formatClock, formatDay } from '../../ui/times.ts'
import { ReportFiles } from '../reports/ReportFiles.tsx'
import { AuditChain } from './AuditChain.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import { DayField } from './DayField.tsx'

/** Who did what, newest first; each entry opens with its values before and after. */
export function AuditLogPage() {
  const { t, i18n } = useTranslation(['audit', 'common'])
  const { wholeTenant } = useMe()
  const [state, change] = useListState()
  const query = listQuery(state)
  const [action] = (query.action as string[] | undefined) ?? []
  const [subjectId] = (query.subjectId as string[] | undefined) ?? []
  const [actorId] = (query.actorId as string[] | undefined) ?? []
  // A file contains every entry, because the check of the hashes needs all of them.
  const filter = { ...query, action, subjectId, actorId, collapse: undefined }
  const entries = useQuery({
    ...queryOf(api.audit.list, {
      query: { ...filter, collapse: state.filters.collapse?.[0] ?? 'true' } as never,
    }),
    placeholderData: keepPreviousData,
  })
  const subjects = useQuery(queryOf(api.audit.subjects))
  const people = new Map(entries.data?.items.flatMap((one) => (one.actorId ? [[one.actorId, one.actorName]] : [])))
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const columns = useMemo<Column<AuditEntry>[]>(
    () => [
      {
        id: 'at',
        header: t('columns.at'),
        fixed: true,
        cell: (entry) => <DateText value={entry.at} format="minute" />,
      },
      {
        id: 'actor',
        header: t('columns.actor'),
        card: 'title',
        cell: (entry) => (
          <>
            <Typography variant="subtitle2" component="span">
              {entry.actorName || t('system')}
            </Typography>
            {entry.impersonatorName && (
              <Typography variant="caption" component="p" color="warning">
                {t('as', { name: entry.impersonatorName })}
              </Typography>
            )}
          </>
        ),
      },
      {
        id: 'action',
        header: t('columns.action'),
        card: 'subtitle',
        cell: (entry) => (
          <>
            {entry.actionName}
            <Box component="code" dir="ltr" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
              {entry.action}
            </Box>
          </>
        ),
      },
      {
        id: 'subject',
        header: t('columns.subject'),
        cell: (entry) => (
          <>
            {entry.subjectTitle || entry.subjectId}
            <Typography variant="caption" component="p" color="textSecondary">
              {entry.subjectName}
            </Typography>
          </>
        ),
      },
      {
        id: 'address',
        header: t('columns.address'),
        cell: (entry) => <span dir="ltr">{entry.address || '–'}</span>,
      },
      {
        id: 'changes',
        header: t('columns.changes'),
        cell: (entry) =>
          entry.before === null && entry.after === null ? (
            '–'
          ) : (
            <Button size="small" onClick={() => setOpen(entry)}>
              {t('show')}
            </Button>
          ),
      },
    ],
    [t],
  )
  const moment = open ? new Date(open.at) : new Date()
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <ReportFiles
            csv={addressOf(api.audit.exportCsv, { query: filter as never })}
            xlsx={addressOf(api.audit.exportXlsx, { query: filter as never })}
            name="audit_log"
            total={entries.data?.total}
          />
        }
      />
      {wholeTenant && <AuditChain />}
      <DataTable
        label={t('title')}
        columns={columns}
        query={entries}
        state={state}
        onChange={change}
        rowId={(entry) => entry.id}
        rowName={(entry) => `${entry.actionName} ${entry.subjectTitle}`}
        searchLabel={t('search')}
        filters={[
          {
            key: 'subjectType',
            label: t('kind'),
            options: subjects.data?.items.map(({ subjectType, name }) => ({ value: subjectType, label: name })) ?? [],
          },
          {
            key: 'actorId',
            label: t('columns.actor'),
            single: true,
            options: [...people].map(([value, label]) => ({ value, label: label || t('system') })),
          },
          {
            key: 'collapse',
            label: t('saves'),
            single: true,
            options: [{ value: 'false', label: t('everySave') }],
          },
        ]}
        toolbar={
          <>
            <DayField label={t('from')} name="from" state={state} onChange={change} />
            <DayField label={t('until')} name="until" state={state} onChange={change} />
          </>
        }
        empty={<EmptyState title={t('empty')} />}
      />
      <Dialog open={open !== null} onClose={() => setOpen(null)} maxWidth="md" fullWidth aria-labelledby="audit-entry">
        <DialogTitle id="audit-entry">
          {t('details', { date: `${formatDay(moment, i18n.language)} ${formatClock(moment, i18n.language)}` })}
        </DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>
            {open?.actorName || t('system')} · {open?.actionName} · {open?.subjectTitle || open?.subjectId}
          </Typography>
          {open && <ChangesTable before={open.before} after={open.after} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(null)}>{t('common:actions.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
