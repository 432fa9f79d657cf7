import { availabilities, bulkActions } from '@learnt/contract/documents'
import { publicationStates } from '@learnt/contract/states'
import AddIcon from '@mui/icons-material/Add'
import ArchiveIcon from '@mui/icons-material/ArchiveOutlined'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PeopleIcon from '@mui/icons-material/GroupOutlined'
import PreviewIcon from '@mui/icons-material/PreviewOutlined'
import RestoreIcon from '@mui/icons-material/UnarchiveOutlined'
import WithdrawIcon from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { useListState } from '../../lists/useListState.ts'
import type { ActionItem } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { AvailabilityText } from './AvailabilityText.tsx'
import { askDocuments, askFacets, documentsStandard } from './asks.ts'
import { DocumentImage } from './DocumentImage.tsx'
import type { KindList, ListedDocument } from './kind.ts'
import { useBulk } from './useBulk.ts'
import { useDocumentActions } from './useDocumentActions.ts'

/** The documents of one kind; its page exports the loader with loadDocuments(). */
export function DocumentsPage({
  kind,
  children,
}: {
  kind: KindList
  /** Stands between heading and list. */
  children?: ReactNode
}) {
  const { t } = useTranslation(['documents', 'documentKinds', 'common'])
  const [list, changeList] = useListState(documentsStandard)
  const [creating, setCreating] = useState(false)
  const actions = useDocumentActions(kind)
  const bulk = useBulk(kind)
  const words = kind.useWords()
  const { subtypes } = words
  const name = kind.nameOf({})
  const page = kind.pages.one
  useLive('courses')
  const documents = useQuery({ ...askDocuments(kind, list), placeholderData: keepPreviousData })
  const facets = useQuery({ ...askFacets(kind), placeholderData: keepPreviousData })
  const counts = facets.data as Readonly<Record<string, readonly { value: string; count: number }[]>> | undefined
  const filters: ListFilter[] = [
    {
      key: 'status',
      label: t('columns.status'),
      options: publicationStates.map((value) => ({ value, label: t(`common:states.publication.${value}`) })),
    },
    {
      key: 'availability',
      label: t('columns.availability'),
      options: availabilities.map((value) => ({ value, label: t(`availability.${value}`) })),
    },
    ...(subtypes
      ? [
          {
            key: subtypes.key,
            label: subtypes.label,
            single: subtypes.key === 'isBundle',
            options: subtypes.options,
          },
        ]
      : []),
  ].map((filter) => ({
    ...filter,
    options: filter.options.map((option) =>
      counts ? { ...option, count: counts[filter.key]?.find((one) => one.value === option.value)?.count ?? 0 } : option,
    ),
  }))
  const wordsFound = (key: 'category' | 'tag', label: string): ListFilter => ({
    key,
    label,
    loading: facets.isPending,
    options: (counts?.[key] ?? []).filter((one) => one.value).map((one) => ({ ...one, label: one.value })),
  })
  filters.push(wordsFound('category', t('columns.category')), wordsFound('tag', t('columns.tags')))
  const columns: Column<ListedDocument>[] = [
    {
      id: 'imageSmall',
      header: t('columns.imageSmall'),
      width: 80,
      card: 'image',
      cell: (document) => (
        <DocumentImage
          src={document.imageSmall}
          name={kind.nameOf(document)}
          sx={{ width: 64, aspectRatio: '16 / 9', borderRadius: '8px' }}
        />
      ),
    },
    {
      id: 'title',
      header: t('columns.title'),
      sortable: true,
      fixed: true,
      card: 'title',
      cell: (document) => (
        <Box sx={{ minWidth: 150, maxWidth: 420 }}>
          <AppLink href={page(document.id)} sx={{ overflowWrap: 'anywhere' }}>
            {document.title}
          </AppLink>
          <Typography variant="caption" component="p" color="textSecondary">
            {words.size(document)}
          </Typography>
        </Box>
      ),
    },
    {
      id: 'availability',
      header: t('columns.availability'),
      sortable: true,
      cell: (document) => <AvailabilityText availability={document.availability} status={document.status} />,
    },
    {
      id: 'status',
      header: t('columns.status'),
      sortable: true,
      cell: (document) => <StateChip kind="publication" state={document.status} />,
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sortable: true,
      cell: (document) => <DateText value={document.createdAt} />,
    },
    ...(subtypes
      ? [
          {
            id: subtypes.sort,
            header: subtypes.label,
            sortable: true,
            cell: (document: ListedDocument) => {
              const value = subtypes.of(document)
              return subtypes.options.find((one) => one.value === value)?.label ?? (value || '–')
            },
          },
        ]
      : []),
    { id: 'category', header: t('columns.category'), sortable: true, cell: (document) => document.category || '–' },
    {
      id: 'tags',
      header: t('columns.tags'),
      cell: (document) => (
        <Typography
          variant="body2"
          component="span"
          title={document.tags.join(', ')}
          sx={{
            minWidth: 96,
            maxWidth: 200,
            display: '-webkit-box',
            WebkitLineClamp: 2,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
          }}
        >
          {document.tags.length > 0 ? document.tags.join(', ') : '–'}
        </Typography>
      ),
    },
    {
      id: 'updatedAt',
      header: t('columns.updatedAt'),
      sortable: true,
      hidden: true,
      cell: (document) => <DateText value={document.updatedAt} format="ago" />,
    },
  ]
  const rowActions = (document: ListedDocument): ActionItem[] => [
    { id: 'edit', label: t('actions.edit'), icon: <EditIcon fontSize="small" />, href: page(document.id) },
    ...(kind.preview
      ? [
          {
            id: 'preview',
            label: t('actions.preview'),
            icon: <PreviewIcon fontSize="small" />,
            href: kind.preview(document.id),
          },
        ]
      : []),
    {
      id: 'people',
      label: t('actions.people'),
      icon: <PeopleIcon fontSize="small" />,
      href: `${page(document.id)}?tab=people`,
    },
    {
      id: 'duplicate',
      label: t('actions.duplicate'),
      icon: <CopyIcon fontSize="small" />,
      reason: document.can.duplicate,
      run: () => actions.duplicate(document),
    },
    {
      id: 'withdraw',
      label: t('actions.withdraw'),
      icon: <WithdrawIcon fontSize="small" />,
      reason: document.can.withdraw,
      dividerBefore: true,
      run: () => void actions.withdraw(document),
    },
    document.status === 'archived'
      ? {
          id: 'restore',
          label: t('actions.restore'),
          icon: <RestoreIcon fontSize="small" />,
          reason: document.can.restore,
          run: () => actions.restore(document),
        }
      : {
          id: 'archive',
          label: t('actions.archive'),
          icon: <ArchiveIcon fontSize="small" />,
          reason: document.can.archive,
          run: () => actions.archive(document),
        },
  ]
  const createButton = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
      {t(`documentKinds:${name}.create`)}
    </Button>
  )
  return (
    <>
      <PageHeader title={t(`documentKinds:${name}.many`)} text={words.text} actions={createButton} />
      {children}
      <DataTable
        label={t(`documentKinds:${name}.many`)}
        columns={columns}
        query={documents}
        state={list}
        onChange={changeList}
        rowId={(document) => document.id}
        rowName={(document) => document.title}
        rowActions={rowActions}
        filters={filters}
        searchLabel={t('search')}
        views={<SavedViews list={kind.views} />}
        empty={<EmptyState title={t(`documentKinds:${name}.noneYet`)} text={words.emptyText} action={createButton} />}
        bulkActions={(selected, clear) =>
          bulkActions.map((action) => (
            <Button
              key={action}
              size="small"
              variant="outlined"
              disabled={bulk.busy}
              onClick={() => void bulk.run(action, selected, list, clear)}
              sx={{ bgcolor: 'background.paper' }}
            >
              {t(`actions.${action}`)}
            </Button>
          ))
        }
      />
      {creating && <kind.Create onClose={() => setCreating(false)} />}
      {bulk.result && (
        <Dialog open onClose={bulk.closeResult} maxWidth="sm" fullWidth aria-labelledby="bulk-result">
          <DialogTitle id="bulk-result">{t('bulk.resultTitle')}</DialogTitle>
          <DialogContent tabIndex={0}>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
              {t('bulk.resultText')}
            </Typography>
            <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
              {bulk.result.reasons.map((reason) => (
                <Typography component="li" variant="body2" key={reason}>
                  {reason}
                </Typography>
              ))}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={bulk.closeResult}>{t('common:actions.close')}</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
