import type { DocumentPerson, Permission } from '@learnt/contract/permissions'
import AddIcon from '@mui/icons-material/Add'
import AlarmIcon from '@mui/icons-material/AlarmOutlined'
import HelpIcon from '@mui/icons-material/HelpOutlined'
import PersonAddIcon from '@mui/icons-material/PersonAddAlt'
import UndoIcon from '@mui/icons-material/PersonRemoveOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { DueText } from '../../lists/DueText.tsx'
import { paths } from '../../routes/paths.ts'
import type { ActionItem } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { GivenDocument } from '../documents/kind.ts'
import { ExtendDialog } from '../extensions/ExtendDialog.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { outdatedByRules } from './outdated.ts'
import { PermissionCard } from './PermissionCard.tsx'
import { PermissionDialog } from './PermissionDialog.tsx'
import { useTabList } from './useTabList.ts'
import { WhyDialog } from './WhyDialog.tsx'

type Person = z.infer<typeof DocumentPerson>

/**
 * The people who have a document and the reasons: its rules, its people, assigning and removing by hand. `kept`: other
 * parameters of the page’s address.
 */
export function DocumentAccess({ document, kept }: { document: GivenDocument; kept: readonly string[] }) {
  const { t } = useTranslation(['permissions', 'common', 'extensions'])
  const { t: problems } = useTranslation('problems')
  const [list, changeList] = useTabList(kept)
  const [edited, setEdited] = useState<Permission | 'new' | null>(null)
  const [assigning, setAssigning] = useState(false)
  const [extending, setExtending] = useState<{ ids: string[]; name?: string; clear: () => void } | null>(null)
  const [why, setWhy] = useState<{ userId: string | null } | null>(null)
  const params = { documentType: document.type, documentId: document.id }
  const rules = useQuery({
    ...queryOf(api.permissions.list, { query: { ...params, limit: 100 } }),
    // rows are still being written: look again until they are
    refetchInterval: (query) => (query.state.data?.items.some((one) => one.applying) ? 1500 : false),
  })
  const applying = rules.data?.items.some((one) => one.applying) ?? false
  const people = useQuery({
    ...queryOf(api.permissions.people, {
      params,
      query: {
        limit: list.limit,
        ...(list.search ? { search: list.search } : {}),
        ...(list.cursor ? { cursor: list.cursor } : {}),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: applying ? 1500 : false,
  })
  const unassign = useSend(api.permissions.unassign, {
    outdates: outdatedByRules,
    onSuccess: ({ removed }) => showToast({ variant: 'success', text: t('people.takenBack', { count: removed }) }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const takeBack = async (person: Person) => {
    const stays = person.sources.some((source) => source !== 'manual')
    const yes = await confirm({
      title: t('people.takeBackTitle', { name: person.name }),
      text: stays ? t('people.takeBackStays') : t('people.takeBackText', { title: document.title }),
      confirmLabel: t('people.takeBack'),
      danger: !stays,
    })
    if (yes) unassign.mutate({ params, body: { userIds: [person.userId] } })
  }
  const columns = useMemo<Column<Person>[]>(
    () => [
      {
        id: 'name',
        header: t('people.name'),
        fixed: true,
        card: 'title',
        cell: (person) => (
          <Box>
            <AppLink href={paths.user(person.userId)}>{person.name}</AppLink>
            {person.memberStatus !== 'active' && (
              <Box component="span" sx={{ marginInlineStart: 1 }}>
                <StateChip kind="membership" state={person.memberStatus} />
              </Box>
            )}
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {person.email}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'sources',
        header: t('people.sources'),
        cell: (person) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {person.sources.map((source) => (
              <Chip key={source} size="small" variant="outlined" label={t(`people.source.${source}`)} />
            ))}
          </Box>
        ),
      },
      {
        id: 'required',
        header: t('people.required'),
        cell: (person) => (person.isOptional ? t('required.optional') : t('required.required')),
      },
      {
        id: 'state',
        header: t('people.state'),
        cell: (person) => (person.isWaiting ? t('people.waiting') : <StateChip kind="progress" state={person.state} />),
      },
      { id: 'dueAt', header: t('people.due'), cell: (person) => <DueText value={person.dueAt} /> },
      {
        id: 'assignedAt',
        header: t('people.since'),
        cell: (person) => <DateText value={person.assignedAt} />,
        hidden: true,
      },
    ],
    [t],
  )
  const actions = (person: Person): ActionItem[] => [
    {
      id: 'why',
      label: t('people.why'),
      icon: <HelpIcon fontSize="small" />,
      run: () => setWhy({ userId: person.userId }),
    },
    ...(person.dueAt
      ? [
          {
            id: 'extend',
            label: t('extensions:extend'),
            icon: <AlarmIcon fontSize="small" />,
            run: () => setExtending({ ids: [person.userCourseId], name: person.name, clear: () => {} }),
          },
        ]
      : []),
    ...(person.sources.includes('manual')
      ? [
          {
            id: 'back',
            label: t('people.takeBack'),
            icon: <UndoIcon fontSize="small" />,
            danger: true,
            run: () => void takeBack(person),
          },
        ]
      : []),
  ]
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Box component="section" aria-labelledby="rules-heading">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
          <Box sx={{ flex: '1 1 260px' }}>
            <Typography variant="h2" id="rules-heading">
              {t('access.rules')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('access.rulesText')}
            </Typography>
          </Box>
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')}>
            {t('access.newRule')}
          </Button>
        </Box>
        {rules.error && !rules.data ? (
          <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
        ) : !rules.data ? (
          <LinesSkeleton lines={3} />
        ) : rules.data.items.length === 0 ? (
          <Typography
            color="textSecondary"
            sx={{ p: 2.5, border: '1px dashed', borderColor: 'divider', borderRadius: '14px' }}
          >
            {t('access.noRules')}
          </Typography>
        ) : (
          <Box component="ul" aria-labelledby="rules-heading" sx={{ m: 0, p: 0, display: 'grid', gap: 1.5 }}>
            {rules.data.items.map((permission) => (
              <PermissionCard key={permission.id} permission={permission} onEdit={() => setEdited(permission)} />
            ))}
          </Box>
        )}
      </Box>
      <Box component="section" aria-labelledby="people-heading">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
          <Box sx={{ flex: '1 1 260px' }}>
            <Typography variant="h2" id="people-heading">
              {t('access.people')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('access.peopleText')}
            </Typography>
          </Box>
          <Button color="inherit" variant="outlined" startIcon={<HelpIcon />} onClick={() => setWhy({ userId: null })}>
            {t('access.check')}
          </Button>
          <Button variant="outlined" startIcon={<PersonAddIcon />} onClick={() => setAssigning(true)}>
            {t('access.give')}
          </Button>
        </Box>
        <DataTable
          label={t('access.people')}
          columns={columns}
          query={people}
          state={list}
          onChange={changeList}
          rowId={(person) => person.userCourseId}
          rowName={(person) => person.name}
          rowActions={actions}
          bulkActions={(selected, clear) =>
            selected.by === 'ids' && (
              <Button
                size="small"
                variant="outlined"
                onClick={() => setExtending({ ids: selected.ids, clear })}
                sx={{ bgcolor: 'background.paper' }}
              >
                {t('extensions:extend')}
              </Button>
            )
          }
          searchLabel={t('people.search')}
          empty={<EmptyState title={t('people.empty')} text={t('people.emptyText')} />}
        />
      </Box>
      {edited && (
        <PermissionDialog
          document={document}
          {...(edited === 'new' ? {} : { permission: edited })}
          onClose={() => setEdited(null)}
        />
      )}
      {assigning && <AssignDialog document={document} onClose={() => setAssigning(false)} />}
      {extending && (
        <ExtendDialog
          assignmentIds={extending.ids}
          name={extending.name}
          onClose={() => setExtending(null)}
          onExtended={extending.clear}
        />
      )}
      {why && <WhyDialog document={document} userId={why.userId} onClose={() => setWhy(null)} />}
    </Box>
  )
}
