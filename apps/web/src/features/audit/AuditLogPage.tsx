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
import { actionName, listSubjects, subjectName } from './audit-words.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { DayField } from './DayField.tsx'

/** Who did what, newest first; each entry opens with its values before and after. */
export function AuditLogPage() {
  const { t, i18n } = useTranslation(['administration', 'navigation', 'common'])
  const { wholeTenant } = useMe()
  const [state, change] = useListState()
  const query = listQuery(state)
  const [action] = (query.action as string[] | undefined) ?? []
  const [subjectId] = (query.subjectId as string[] | undefined) ?? []
  const [actorId] = (query.actorId as string[] | undefined) ?? []
  // A file has every entry: whoever checks its hashes needs each of them.
  const filter = { ...query, action, subjectId, actorId, collapse: undefined }
  const entries = useQuery({
    ...queryOf(api.audit.list, {
      query: { ...filter, collapse: state.filters.collapse?.[0] ?? 'true' } as never,
    }),
    placeholderData: keepPreviousData,
  })
  const people = new Map(entries.data?.items.flatMap((one) => (one.actorId ? [[one.actorId, one.actorName]] : [])))
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const columns = useMemo<Column<AuditEntry>[]>(
    () => [
      {
        id: 'at',
        header: t('audit.columns.at'),
        fixed: true,
        cell: (entry) => <DateText value={entry.at} format="minute" />,
      },
      {
        id: 'actor',
        header: t('audit.columns.actor'),
        card: 'title',
        cell: (entry) => (
          <>
            <Typography variant="subtitle2" component="span">
              {entry.actorName || t('audit.system')}
            </Typography>
            {entry.impersonatorName && (
              <Typography variant="caption" component="p" color="warning">
                {t('audit.as', { name: entry.impersonatorName })}
              </Typography>
            )}
          </>
        ),
      },
      {
        id: 'action',
        header: t('audit.columns.action'),
        card: 'subtitle',
        cell: (entry) => (
          <>
            {actionName(t, entry.action)}
            <Box component="code" dir="ltr" sx={{ display: 'block', fontSize: '0.75rem', color: 'text.secondary' }}>
              {entry.action}
            </Box>
          </>
        ),
      },
      {
        id: 'subject',
        header: t('audit.columns.subject'),
        cell: (entry) => (
          <>
            {entry.subjectTitle || entry.subjectId}
            <Typography variant="caption" component="p" color="textSecondary">
              {subjectName(t, entry.subjectType)}
            </Typography>
          </>
        ),
      },
      {
        id: 'address',
        header: t('audit.columns.address'),
        cell: (entry) => <span dir="ltr">{entry.address || '–'}</span>,
      },
      {
        id: 'changes',
        header: t('audit.columns.changes'),
        cell: (entry) =>
          entry.before === null && entry.after === null ? (
            '–'
          ) : (
            <Button size="small" onClick={() => setOpen(entry)}>
              {t('audit.show')}
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
        title={t('audit.title')}
        text={t('audit.text')}
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
        label={t('audit.title')}
        columns={columns}
        query={entries}
        state={state}
        onChange={change}
        rowId={(entry) => entry.id}
        rowName={(entry) => `${actionName(t, entry.action)} ${entry.subjectTitle}`}
        searchLabel={t('audit.search')}
        filters={[
          {
            key: 'subjectType',
            label: t('audit.kind'),
            options: listSubjects(t, entries.data?.items ?? []),
          },
          {
            key: 'actorId',
            label: t('audit.columns.actor'),
            single: true,
            options: [...people].map(([value, label]) => ({ value, label: label || t('audit.system') })),
          },
          {
            key: 'collapse',
            label: t('audit.saves'),
            single: true,
            options: [{ value: 'false', label: t('audit.everySave') }],
          },
        ]}
        toolbar={
          <>
            <DayField label={t('audit.from')} name="from" state={state} onChange={change} />
            <DayField label={t('audit.until')} name="until" state={state} onChange={change} />
          </>
        }
        empty={<EmptyState title={t('audit.empty')} />}
      />
      <Dialog open={open !== null} onClose={() => setOpen(null)} maxWidth="md" fullWidth aria-labelledby="audit-entry">
        <DialogTitle id="audit-entry">
          {t('audit.details', { date: `${formatDay(moment, i18n.language)} ${formatClock(moment, i18n.language)}` })}
        </DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>
            {open?.actorName || t('audit.system')} · {open && actionName(t, open.action)} ·{' '}
            {open?.subjectTitle || open?.subjectId}
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
