import { type Audience, audienceSortKeys } from '@learnt/contract/audiences'
import { audienceKinds } from '@learnt/contract/permissions'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import PeopleIcon from '@mui/icons-material/GroupsOutlined'
import RuleIcon from '@mui/icons-material/RuleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { SavedViews } from '../../lists/SavedViews.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column, ListFilter } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { AudienceDialog } from './AudienceDialog.tsx'
import { AudiencePeopleDialog } from './AudiencePeopleDialog.tsx'
import { ruleWords } from './rule-words.ts'
import { useTabList } from './useTabList.ts'
import { fieldsOfRules, useValueLabels } from './useValueLabels.ts'

const standard = { sort: 'title' }

/** Rules that are named in a row; the others are a number. */
const named = 3

/** Saved audiences of the tenant, and which rules name them. `onRules` shows the rules of one. */
export function AudiencesTab({
  kept,
  creating,
  onCreating,
  onRules,
}: {
  kept: readonly string[]
  creating: boolean
  onCreating: (creating: boolean) => void
  onRules: (audienceId: string) => void
}) {
  const { t, i18n } = useTranslation(['audiences', 'permissions', 'common'])
  const { t: rules } = useTranslation('permissions')
  const { t: problems } = useTranslation('problems')
  const [list, changeList] = useTabList(kept, standard)
  const [edited, setEdited] = useState<Audience | null>(null)
  const [shown, setShown] = useState<Audience | null>(null)
  const kind = list.filters.kind?.[0]
  const audiences = useQuery({
    ...queryOf(api.audiences.list, {
      query: {
        limit: list.limit,
        ...(list.search ? { search: list.search } : {}),
        ...(list.cursor ? { cursor: list.cursor } : {}),
        ...(kind ? { kind: kind as Audience['kind'] } : {}),
        sort: audienceSortKeys.find((key) => key === list.sort) ?? 'title',
        direction: list.direction,
      },
    }),
    placeholderData: keepPreviousData,
  })
  const items = audiences.data?.items
  const labelOf = useValueLabels(
    useMemo(() => fieldsOfRules((items ?? []).flatMap((audience) => audience.rule ?? [])), [items]),
  )
  const remove = useSend(api.audiences.remove, {
    outdates: ['audiences'],
    onSuccess: () => showToast({ variant: 'success', text: t('list.removed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const askRemove = async (audience: Audience) => {
    const yes = await confirm({
      title: t('list.removeTitle', { title: audience.title }),
      text: t('list.removeText'),
      confirmLabel: t('common:actions.remove'),
      danger: true,
    })
    if (yes) remove.mutate({ params: { audienceId: audience.id } })
  }
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'kind',
        label: t('list.kind'),
        single: true,
        options: audienceKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
      },
    ],
    [t],
  )
  const columns = useMemo<Column<Audience>[]>(
    () => [
      {
        id: 'title',
        sortable: true,
        header: t('list.title'),
        fixed: true,
        card: 'title',
        cell: (audience) => (
          <Box sx={{ maxWidth: 360 }}>
            <Link
              component="button"
              onClick={() => setEdited(audience)}
              sx={{ textAlign: 'start', font: 'inherit', fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {audience.title}
            </Link>
          </Box>
        ),
      },
      { id: 'kind', header: t('list.kind'), sortable: true, cell: (audience) => t(`kind.${audience.kind}`) },
      {
        id: 'who',
        header: t('list.who'),
        cell: (audience) => (
          <Typography variant="body2" sx={{ minWidth: 150, maxWidth: 380, overflowWrap: 'anywhere' }}>
            {audience.rule
              ? ruleWords(rules, i18n.language, audience.rule, labelOf)
              : t('list.people', {
                  count: audience.people ?? 0,
                  formatted: formatNumber(audience.people ?? 0, i18n.language),
                })}
          </Typography>
        ),
      },
      {
        id: 'usedBy',
        sortable: true,
        header: t('list.usedBy'),
        cell: (audience) => {
          const rest = audience.uses - Math.min(named, audience.usedBy.length)
          const divides = audience.pathways.length
          if (audience.uses + divides === 0) return t('list.unused')
          return (
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', minWidth: 140 }}>
              {audience.usedBy.slice(0, named).map((use) => (
                <Typography component="li" variant="body2" key={use.permissionId} sx={{ overflowWrap: 'anywhere' }}>
                  {use.title === use.documentTitle ? use.title : `${use.title} · ${use.documentTitle}`}
                </Typography>
              ))}
              {rest > 0 && (
                <Typography component="li" variant="caption" color="textSecondary">
                  {t('list.moreRules', { count: rest, formatted: formatNumber(rest, i18n.language) })}
                </Typography>
              )}
              {divides > 0 && (
                <Typography component="li" variant="caption" color="textSecondary">
                  {t('list.dividesPathways', { count: divides, formatted: formatNumber(divides, i18n.language) })}
                </Typography>
              )}
            </Box>
          )
        },
      },
      {
        id: 'updatedAt',
        sortable: true,
        header: t('list.changed'),
        cell: (audience) => <DateText value={audience.updatedAt} format="ago" />,
      },
      { id: 'updatedBy', header: t('list.by'), cell: (audience) => audience.updatedBy, hidden: true },
    ],
    [t, rules, i18n.language, labelOf],
  )
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => onCreating(true)}>
      {t('list.new')}
    </Button>
  )
  return (
    <>
      <DataTable
        label={t('list.label')}
        columns={columns}
        query={audiences}
        state={list}
        onChange={changeList}
        rowId={(audience) => audience.id}
        rowName={(audience) => audience.title}
        filters={filters}
        searchLabel={t('list.search')}
        views={<SavedViews list="audiences" plain="tab=audiences" />}
        empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} action={create} />}
        rowActions={(audience) => [
          {
            id: 'edit',
            label: t('list.edit'),
            icon: <EditIcon fontSize="small" />,
            reason: audience.can.update ?? null,
            run: () => setEdited(audience),
          },
          {
            id: 'people',
            label: t('list.showPeople'),
            icon: <PeopleIcon fontSize="small" />,
            run: () => setShown(audience),
          },
          {
            id: 'rules',
            label: t('list.showRules'),
            icon: <RuleIcon fontSize="small" />,
            run: () => onRules(audience.id),
          },
          {
            id: 'remove',
            label: t('common:actions.remove'),
            icon: <DeleteIcon fontSize="small" />,
            danger: true,
            dividerBefore: true,
            reason: audience.can.remove ?? null,
            run: () => void askRemove(audience),
          },
        ]}
      />
      {(edited || creating) && (
        <AudienceDialog
          {...(edited ? { audience: edited } : {})}
          onClose={() => {
            setEdited(null)
            onCreating(false)
          }}
        />
      )}
      {shown && <AudiencePeopleDialog audience={shown} onClose={() => setShown(null)} />}
    </>
  )
}
