import type { FormPerson, FormRule } from '@learnt/contract/forms/operations'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/operations.ts'
import { queryOf, useSend } from '../../../api/queries.ts'
import { DueText } from '../../../lists/DueText.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { problemText } from '../../../ui/problem-text.ts'
import { LinesSkeleton } from '../../../ui/Skeletons.tsx'
import { StateChip } from '../../../ui/StateChip.tsx'
import type { Column } from '../../../ui/table/Column.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { showToast } from '../../../ui/toasts.ts'
import type { GivenDocument } from '../../documents/kind.ts'
import { useTabList } from '../../permissions/useTabList.ts'
import { GiveFormDialog } from './GiveFormDialog.tsx'
import { ManagerRuleDialog } from './ManagerRuleDialog.tsx'

/** Which of a manager's own people have a form of theirs, by rule and by name. */
export function ManagerAccess({ document, kept }: { document: GivenDocument; kept: readonly string[] }) {
  const { t } = useTranslation('formAccess')
  const { t: problems } = useTranslation('problems')
  const params = { documentId: document.id }
  const [list, changeList] = useTabList(kept)
  const [isMaking, setMaking] = useState(false)
  const [giving, setGiving] = useState<{ userIds: string[]; clear: () => void } | null>(null)
  const rules = useQuery(queryOf(api.forms.manager.rules, { params }))
  const people = useQuery({
    ...queryOf(api.forms.manager.people, {
      params,
      query: {
        limit: list.limit,
        ...(list.search ? { search: list.search } : {}),
        ...(list.cursor ? { cursor: list.cursor } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const takeBack = useSend(api.forms.manager.takeBack, {
    outdates: ['forms'],
    onSuccess: ({ removed }) => showToast({ variant: 'success', text: t('takenBack', { count: removed }) }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const columns = useMemo<Column<FormPerson>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box>
            {one.name}
            <Typography variant="caption" component="p" color="textSecondary">
              {one.position.join(', ')}
            </Typography>
          </Box>
        ),
      },
      { id: 'has', header: t('columns.has'), cell: (one) => t(one.has ? 'yes' : 'no') },
      {
        id: 'by',
        header: t('columns.by'),
        cell: (one) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
            {one.byHand && <Chip size="small" variant="outlined" label={t('byHand')} />}
            {one.byRule && <Chip size="small" variant="outlined" label={t('byRule')} />}
            {!one.byHand && !one.byRule && '–'}
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('columns.state'),
        cell: (one) => (one.has ? <StateChip kind="progress" state={one.state} /> : '–'),
      },
      { id: 'dueAt', header: t('columns.due'), cell: (one) => <DueText value={one.dueAt} /> },
    ],
    [t],
  )
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box component="section" aria-labelledby="rules-heading">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
          <Box sx={{ flex: '1 1 260px' }}>
            <Typography variant="h2" id="rules-heading">
              {t('rules')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('rulesText')}
            </Typography>
          </Box>
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setMaking(true)}>
            {t('newRule')}
          </Button>
        </Box>
        {rules.error && !rules.data ? (
          <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
        ) : !rules.data ? (
          <LinesSkeleton lines={2} />
        ) : rules.data.items.length === 0 ? (
          <Typography
            color="textSecondary"
            sx={{ p: 2.5, border: '1px dashed', borderColor: 'divider', borderRadius: '14px' }}
          >
            {t('noRules')}
          </Typography>
        ) : (
          <Box
            component="ul"
            aria-labelledby="rules-heading"
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}
          >
            {rules.data.items.map((rule) => (
              <RuleCard key={rule.id} rule={rule} formId={document.id} />
            ))}
          </Box>
        )}
      </Box>
      <Box component="section" aria-labelledby="people-heading">
        <Typography variant="h2" id="people-heading">
          {t('mine')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {t('mineText')}
        </Typography>
        <DataTable
          label={t('mine')}
          columns={columns}
          query={people}
          state={list}
          onChange={changeList}
          rowId={(one) => one.userId}
          rowName={(one) => one.name}
          rowActions={(one) => [
            one.byHand
              ? {
                  id: 'back',
                  label: t('takeBack'),
                  danger: true,
                  run: () => takeBack.mutate({ params, body: { userIds: [one.userId] } }),
                }
              : { id: 'give', label: t('give'), run: () => setGiving({ userIds: [one.userId], clear: () => {} }) },
          ]}
          bulkActions={(selected, clear) =>
            selected.by === 'ids' && (
              <Button
                size="small"
                variant="outlined"
                onClick={() => setGiving({ userIds: selected.ids, clear })}
                sx={{ bgcolor: 'background.paper' }}
              >
                {t('give')}
              </Button>
            )
          }
          searchLabel={t('search')}
          empty={<EmptyState title={t('noPeople')} text={t('noPeopleText')} />}
        />
      </Box>
      {isMaking && (
        <ManagerRuleDialog
          formId={document.id}
          positions={rules.data?.positions ?? []}
          onClose={() => setMaking(false)}
        />
      )}
      {giving && (
        <GiveFormDialog
          form={document}
          userIds={giving.userIds}
          onGiven={giving.clear}
          onClose={() => setGiving(null)}
        />
      )}
    </Box>
  )
}

function RuleCard({ rule, formId }: { rule: FormRule; formId: string }) {
  const { t } = useTranslation(['formAccess', 'permissions'])
  const { t: problems } = useTranslation('problems')
  const isActive = rule.status === 'active'
  const change = useSend(api.forms.manager.switchRule, {
    outdates: ['forms'],
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const facts = [
    rule.positions.length === 0 ? t('allMine') : rule.positions.join(', '),
    t(rule.isOptional ? 'permissions:required.optional' : 'permissions:required.required'),
    ...(rule.dueDays === null ? [] : [t('due', { count: rule.dueDays })]),
    t('people', { count: rule.people }),
  ]
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {rule.title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {facts.join(' · ')}
        </Typography>
      </Box>
      {!isActive && <StateChip kind="permission" state={rule.status} />}
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        loading={change.isPending}
        aria-label={`${t(isActive ? 'switchOff' : 'switchOn')}: ${rule.title}`}
        onClick={() =>
          change.mutate({
            params: { documentId: formId, permissionId: rule.id },
            body: { status: isActive ? 'inactive' : 'active' },
          })
        }
      >
        {t(isActive ? 'switchOff' : 'switchOn')}
      </Button>
    </Card>
  )
}
