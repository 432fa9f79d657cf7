import { documentKinds } from '@learnt/contract/document-kinds'
import { reportLists } from '@learnt/contract/report-lists'
import type { ContainerFigures } from '@learnt/contract/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'
import { askBundles, askPathways, standardOf } from './asks.ts'
import { DocumentReport } from './DocumentReport.tsx'
import { FigureLink } from './FigureLink.tsx'
import { ReportFiles } from './ReportFiles.tsx'
import { useReportScope } from './report-scope.ts'

const asks = { bundles: askBundles, pathways: askPathways }

/** The report of bundles, or of pathways and learning packages: what gives people others. */
export function ContainerReport({
  name,
  above,
}: {
  name: 'bundles' | 'pathways'
  /** Over the table. */
  above?: (state: ListState, onChange: (next: ListState) => void) => ReactNode
}) {
  const { t } = useTranslation(['reports', 'common'])
  const { as, operations } = useReportScope()
  const [state, change] = useListState(standardOf[name])
  const query = listQuery(state) as never
  const result = useQuery({ ...asks[name](as, state), placeholderData: keepPreviousData })
  const { page, views, file } = reportLists[name]
  const hrefOf = useCallback((row: ContainerFigures) => paths.report(as, page, row.documentId), [as, page])
  const own = useMemo<Column<ContainerFigures>[]>(
    () => [
      ...(name === 'pathways'
        ? [
            {
              id: 'type',
              header: t('kind'),
              sortable: true,
              cell: (row: ContainerFigures) => t(`kinds.${row.type}`),
            } satisfies Column<ContainerFigures>,
          ]
        : []),
      { id: 'steps', header: t('steps'), hidden: true, align: 'end', cell: (row) => row.steps },
      {
        id: 'createdAt',
        header: t('createdAt'),
        sortable: true,
        hidden: true,
        cell: (row) => <DateText value={row.createdAt} />,
      },
    ],
    [t, name],
  )
  const offered = useCallback(
    (row: ContainerFigures) =>
      as === 'admin' ? (
        <FigureLink
          value={row.offered}
          label={`${t('offered')}, ${row.title}`}
          href={`${documentKinds[row.type].admin.one(row.documentId)}?tab=people`}
        />
      ) : (
        row.offered
      ),
    [as, t],
  )
  return (
    <DocumentReport
      title={t(name)}
      text={t(as === 'admin' ? `${name}Text` : `my.${name}Text`)}
      noun={t(name === 'bundles' ? 'kinds.bundle' : 'titleOf')}
      above={above?.(state, change)}
      state={state}
      onChange={change}
      result={result}
      idOf={(row) => row.documentId}
      hrefOf={hrefOf}
      own={own}
      offered={offered}
      searchLabel={t('searchDocuments')}
      views={<SavedViews list={views} />}
      toolbar={
        <ReportFiles
          csv={addressOf(operations[`${name}Csv`], { query })}
          xlsx={addressOf(operations[`${name}Xlsx`], { query })}
          name={file}
          total={result.data?.total}
        />
      }
      empty={<EmptyState title={t(as === 'admin' ? `no.${name}` : `no.my.${name}`)} />}
    />
  )
}
