import type { ResourceReader } from '@learnt/contract/resources'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { AsOfNotice } from '../../lists/AsOfNotice.tsx'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { FigureTiles } from '../reports/FigureTiles.tsx'
import { ReportFiles } from '../reports/ReportFiles.tsx'
import { askReaders, readersFilter, readersStandard } from './asks.ts'

/** Words of the page's address that are no filters of this list. */
const kept = ['tab']

/** The people who have the resource, what they did with it, and which version they read. */
export function ReadersReport({ document }: { document: { id: string } }) {
  const { t, i18n } = useTranslation('resources')
  const [list, changeList] = useTabList(kept, readersStandard)
  const readers = useQuery({ ...askReaders(document.id, list), placeholderData: keepPreviousData })
  useLive('reports')
  const number = (value: number) => formatNumber(value, i18n.language)
  const totals = readers.data?.totals
  const columns = useMemo<Column<ResourceReader>[]>(
    () => [
      {
        id: 'name',
        header: t('readers.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (reader) => (
          <Box>
            <AppLink href={paths.assignmentReport('admin', reader.userId, reader.assignmentId)}>{reader.name}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {reader.email}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('readers.state'),
        sortable: true,
        cell: (reader) => <StateChip kind="progress" state={reader.state} />,
      },
      { id: 'version', header: t('readers.version'), sortable: true, cell: (reader) => reader.versionNumber ?? '–' },
      {
        id: 'opened',
        header: t('readers.opened'),
        align: 'end',
        sortable: true,
        cell: (reader) => (reader.opened === null ? '–' : formatNumber(reader.opened, i18n.language)),
      },
      {
        id: 'downloads',
        header: t('readers.downloads'),
        align: 'end',
        sortable: true,
        cell: (reader) => (reader.downloads === null ? '–' : formatNumber(reader.downloads, i18n.language)),
      },
      {
        id: 'firstOpenedAt',
        header: t('readers.firstOpened'),
        sortable: true,
        hidden: true,
        cell: (reader) => <DateText value={reader.firstOpenedAt} />,
      },
      {
        id: 'lastOpenedAt',
        header: t('readers.lastOpened'),
        sortable: true,
        cell: (reader) => <DateText value={reader.lastOpenedAt} />,
      },
      {
        id: 'completedAt',
        header: t('readers.read'),
        sortable: true,
        cell: (reader) => <DateText value={reader.completedAt} />,
      },
    ],
    [t, i18n.language],
  )
  const file = { params: { documentId: document.id }, query: readersFilter(list) }
  return (
    <>
      {totals && (
        <FigureTiles
          label={t('readers.figures')}
          state={list}
          onChange={changeList}
          tiles={[
            { id: 'people', label: t('readers.people'), value: number(totals.people) },
            { id: 'opened', label: t('readers.openedBy'), value: number(totals.opened) },
            {
              id: 'completed',
              label: t('readers.readBy'),
              value: number(totals.completed),
              tone: totals.completed > 0 ? 'success' : undefined,
              filter: { state: ['completed'] },
            },
            {
              id: 'notstarted',
              label: t('readers.notOpened'),
              value: number(totals.people - totals.opened),
              filter: { state: ['notstarted'] },
            },
            ...(totals.downloads === null
              ? []
              : [{ id: 'downloads', label: t('readers.downloads'), value: number(totals.downloads) }]),
          ]}
        />
      )}
      <AsOfNotice state={list} onChange={changeList} historyFrom={readers.data?.historyFrom} />
      <DataTable
        label={t('tabs.readers')}
        columns={columns}
        query={readers}
        state={list}
        onChange={changeList}
        rowId={(reader) => reader.userId}
        rowName={(reader) => reader.name}
        filters={[
          {
            key: 'state',
            label: t('readers.state'),
            single: true,
            options: (['notstarted', 'opened', 'completed'] as const).map((value) => ({
              value,
              label: t(`readers.states.${value}`),
            })),
          },
        ]}
        searchLabel={t('readers.search')}
        empty={<EmptyState title={t('readers.nobody')} text={t('readers.nobodyText')} />}
        views={<SavedViews list="resource-readers" plain="tab=readers" />}
        toolbar={
          <>
            <AsOfField state={list} onChange={changeList} history={readers.data} />
            <ReportFiles
              csv={addressOf(api.resources.readersCsv, file)}
              xlsx={addressOf(api.resources.readersXlsx, file)}
              name="resource_readers"
              total={readers.data?.total}
            />
          </>
        }
      />
    </>
  )
}
