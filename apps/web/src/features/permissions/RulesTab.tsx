import { type DocumentType, documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import type { Permission } from '@learnt/contract/permissions'
import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/EditOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlined'
import OpenIcon from '@mui/icons-material/OpenInNew'
import PauseIcon from '@mui/icons-material/PauseCircleOutlined'
import PlayIcon from '@mui/icons-material/PlayCircleOutlined'
import AgainIcon from '@mui/icons-material/Refresh'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, ListFilter, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ask, type ListState } from '../../ui/table/list-state.ts'
import { formatNumber } from '../../ui/times.ts'
import type { GivenDocument } from '../documents/kind.ts'
import { FailuresDialog } from './FailuresDialog.tsx'
import { PermissionDialog } from './PermissionDialog.tsx'
import { dueWords, ruleWords } from './rule-words.ts'
import { useBulkStatus } from './useBulkStatus.ts'
import { useApplyAgain, usePermissionStatus } from './usePermissionStatus.ts'
import { useTabList } from './useTabList.ts'
import { fieldsOfRules, useValueLabels } from './useValueLabels.ts'
import { WhyDialog } from './WhyDialog.tsx'

/** Every rule of the tenant, with its documents and people. `kept`: other parameters of the page’s address. */
export function RulesTab({
  kept,
  creating,
  onCreating,
}: {
  kept: readonly string[]
  creating: boolean
  onCreating: (creating: boolean) => void
}) {
  const { t, i18n } = useTranslation(['permissions', 'documentKinds', 'common'])
  const [list, changeList] = useTabList(kept)
  const [edited, setEdited] = useState<Permission | null>(null)
  const [why, setWhy] = useState<GivenDocument | null>(null)
  const bulk = useBulkStatus()
  const setStatus = usePermissionStatus()
  const { applyAgain } = useApplyAgain()
  const rules = useQuery({
    ...queryOf(api.permissions.list, {
      query: {
        ...permissionFilterOf(list, (flag) => flag as 'true'),
        limit: list.limit,
        ...(list.cursor ? { cursor: list.cursor } : {}),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: (one) => (one.state.data?.items.some((permission) => permission.applying) ? 1500 : false),
  })
  const items = rules.data?.items
  const labelOf = useValueLabels(
    useMemo(() => fieldsOfRules((items ?? []).map((permission) => permission.rule)), [items]),
  )
  const wantedDocument = list.filters.documentId?.[0]
  const wantedAudience = list.filters.audienceId?.[0]
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'documentType',
        label: t('list.kind'),
        single: true,
        options: documentTypes.map((value) => ({ value, label: t(`documentKinds:${value}.one`) })),
      },
      {
        key: 'status',
        label: t('list.status'),
        single: true,
        options: [
          { value: 'active', label: t('common:states.permission.active') },
          { value: 'inactive', label: t('common:states.permission.inactive') },
        ],
      },
      {
        key: 'isOptional',
        label: t('list.required'),
        single: true,
        options: [
          { value: 'false', label: t('required.required') },
          { value: 'true', label: t('required.optional') },
        ],
      },
      // comes from a link in a document’s row, so it is shown only while it narrows the list
      ...(wantedDocument
        ? [
            {
              key: 'documentId',
              label: t('list.document'),
              single: true,
              options: [
                {
                  value: wantedDocument,
                  label:
                    items?.find((one) => one.documentId === wantedDocument)?.documentTitle ?? t('list.thisDocument'),
                },
              ],
            },
          ]
        : []),
      // comes from a link in a saved audience, likewise
      ...(wantedAudience
        ? [
            {
              key: 'audienceId',
              label: t('list.audience'),
              single: true,
              options: [
                {
                  value: wantedAudience,
                  label:
                    items?.flatMap((one) => one.audiences).find((one) => one.id === wantedAudience)?.title ??
                    t('list.thisAudience'),
                },
              ],
            },
          ]
        : []),
    ],
    [t, wantedDocument, wantedAudience, items],
  )
  const columns = useMemo<Column<Permission>[]>(
    () => [
      {
        id: 'title',
        header: t('list.title'),
        fixed: true,
        card: 'title',
        cell: (permission) => (
          <Box sx={{ maxWidth: 360 }}>
            <Link
              component="button"
              onClick={() => setEdited(permission)}
              sx={{ textAlign: 'start', font: 'inherit', fontWeight: 600 }}
            >
              {permission.title}
            </Link>
          </Box>
        ),
      },
      {
        id: 'document',
        header: t('list.document'),
        cell: (permission) => (
          <Box>
            <AppLink href={documentKinds[permission.documentType].admin.one(permission.documentId)}>
              {permission.documentTitle}
            </AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {t(`documentKinds:${permission.documentType}.one`)}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'rule',
        header: t('list.rule'),
        cell: (permission) => (
          <Typography variant="body2" sx={{ minWidth: 150, maxWidth: 380, overflowWrap: 'anywhere' }}>
            {ruleWords(t, i18n.language, permission.rule, labelOf, permission.audiences)}
          </Typography>
        ),
      },
      {
        id: 'people',
        header: t('list.people'),
        align: 'end',
        cell: (permission) => (
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatNumber(permission.people, i18n.language)}
            {permission.applying && <Chip size="small" sx={{ marginInlineStart: 1 }} label={t('list.applying')} />}
            {permission.applyFailed && (
              <Chip size="small" color="error" sx={{ marginInlineStart: 1 }} label={t('list.applyFailed')} />
            )}
          </Box>
        ),
      },
      {
        id: 'isOptional',
        header: t('list.required'),
        cell: (permission) => (
          <>
            {permission.isOptional ? t('required.optional') : t('required.required')}
            {permission.request && `, ${t('request.short')}`}
          </>
        ),
      },
      {
        id: 'due',
        header: t('list.due'),
        cell: (permission) => (
          <Box component="span" sx={{ display: 'inline-block', minWidth: 96 }}>
            {permission.isOptional
              ? '–'
              : dueWords(t, i18n.language, permission.due, {
                  short: true,
                  labelOf,
                  document: permission.dueDocument?.title,
                })}
          </Box>
        ),
      },
      {
        id: 'status',
        header: t('list.status'),
        cell: (permission) => <StateChip kind="permission" state={permission.status} />,
      },
      {
        id: 'updatedAt',
        header: t('list.changed'),
        cell: (permission) => <DateText value={permission.updatedAt} format="ago" />,
      },
      { id: 'updatedBy', header: t('list.by'), cell: (permission) => permission.updatedBy, hidden: true },
    ],
    [t, i18n.language, labelOf],
  )
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => onCreating(true)}>
      {t('access.newRule')}
    </Button>
  )
  const bulkActions = (selected: Selected, clear: () => void) =>
    (['active', 'inactive'] as const).map((status) => (
      <Button
        key={status}
        size="small"
        variant="outlined"
        disabled={bulk.busy}
        onClick={() =>
          void bulk.run(
            status,
            selected,
            permissionFilterOf(list, (flag) => flag === 'true'),
            clear,
          )
        }
        sx={{ bgcolor: 'background.paper' }}
      >
        {t(status === 'active' ? 'list.activate' : 'list.deactivate')}
      </Button>
    ))
  return (
    <>
      <DataTable
        label={t('page.title')}
        columns={columns}
        query={rules}
        state={list}
        onChange={changeList}
        rowId={(permission) => permission.id}
        rowName={(permission) => permission.title}
        filters={filters}
        searchLabel={t('page.search')}
        views={<SavedViews list="permissions" />}
        bulkActions={bulkActions}
        empty={<EmptyState title={t('page.empty')} text={t('page.emptyText')} action={create} />}
        rowActions={(permission) => {
          const active = permission.status === 'active'
          return [
            {
              id: 'edit',
              label: t('list.edit'),
              icon: <EditIcon fontSize="small" />,
              reason: permission.can.update,
              run: () => setEdited(permission),
            },
            {
              id: 'status',
              label: active ? t('list.deactivate') : t('list.activate'),
              icon: active ? <PauseIcon fontSize="small" /> : <PlayIcon fontSize="small" />,
              reason: permission.can.update,
              run: () => setStatus(permission, active ? 'inactive' : 'active'),
            },
            ...(permission.applyFailed
              ? [
                  {
                    id: 'again',
                    label: t('list.applyAgain'),
                    icon: <AgainIcon fontSize="small" />,
                    reason: permission.can.update ?? null,
                    run: () => applyAgain(permission),
                  },
                ]
              : []),
            {
              id: 'why',
              label: t('access.check'),
              icon: <HelpIcon fontSize="small" />,
              run: () =>
                setWhy({
                  type: permission.documentType,
                  id: permission.documentId,
                  title: permission.documentTitle,
                }),
            },
            {
              id: 'open',
              label: t('list.open', { title: permission.documentTitle }),
              icon: <OpenIcon fontSize="small" />,
              href: `${documentKinds[permission.documentType].admin.one(permission.documentId)}?tab=people`,
              dividerBefore: true,
            },
            ...(wantedDocument
              ? []
              : [
                  {
                    id: 'only',
                    label: t('list.onlyThis'),
                    run: () =>
                      changeList(ask(list, { filters: { ...list.filters, documentId: [permission.documentId] } })),
                  },
                ]),
          ]
        }}
      />
      {(edited || creating) && (
        <PermissionDialog
          document={null}
          {...(edited ? { permission: edited } : {})}
          onClose={() => {
            setEdited(null)
            onCreating(false)
          }}
        />
      )}
      {why && <WhyDialog document={why} userId={null} onClose={() => setWhy(null)} />}
      {bulk.failures && <FailuresDialog failures={bulk.failures} onClose={bulk.closeFailures} />}
    </>
  )
}

/** The list’s filters as operations take them: flags are words in an address, and booleans in a body. */
function permissionFilterOf<Flag>(list: ListState, flagOf: (flag: string) => Flag) {
  const { documentType, documentId, audienceId, status, isOptional } = list.filters as Record<
    string,
    string[] | undefined
  >
  return {
    ...(list.search ? { search: list.search } : {}),
    ...(documentType?.[0] ? { documentType: documentType[0] as DocumentType } : {}),
    ...(documentId?.[0] ? { documentId: documentId[0] } : {}),
    ...(audienceId?.[0] ? { audienceId: audienceId[0] } : {}),
    ...(status?.[0] ? { status: status[0] as Permission['status'] } : {}),
    ...(isOptional?.[0] ? { isOptional: flagOf(isOptional[0]) } : {}),
  }
}
