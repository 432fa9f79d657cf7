import type { ManagerRule } from '@learnt/contract/manager-rules'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import WhyIcon from '@mui/icons-material/HelpOutlineOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { readList } from '../../lists/address.ts'
import { useListState } from '../../lists/useListState.ts'
import type { Loader } from '../../routes/route-book.ts'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useValueLabels } from '../permissions/useValueLabels.ts'
import { askRules, outdatedByManagers, rulesStandard } from './asks.ts'
import { ManagerRuleDialog } from './ManagerRuleDialog.tsx'
import { WhyManagersDialog } from './WhyManagersDialog.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askRules(readList(search, rulesStandard)))

/** Rules that derive managers from what people have in common, beside the managers in people’s own records. */
export function ManagerRulesPage() {
  const { t, i18n } = useTranslation(['managers', 'permissions', 'common'])
  const { t: problems } = useTranslation('problems')
  const me = useMe()
  const labelOf = useValueLabels([])
  const [list, changeList] = useListState(rulesStandard)
  const [edited, setEdited] = useState<ManagerRule | 'new' | null>(null)
  const [asksWhy, setAsksWhy] = useState(false)
  const rules = useQuery({ ...askRules(list), placeholderData: keepPreviousData })
  const remove = useSend(api.managerRules.remove, {
    outdates: [...outdatedByManagers],
    onSuccess: () => showToast({ variant: 'success', text: t('rules.removed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const askRemove = async (rule: ManagerRule) => {
    const yes = await confirm({
      title: t('rules.removeTitle', { title: rule.title }),
      text: t('rules.removeText'),
      confirmLabel: t('common:actions.remove'),
      danger: true,
    })
    if (yes) remove.mutate({ params: { managerRuleId: rule.id } })
  }
  const columns = useMemo<Column<ManagerRule>[]>(
    () => [
      {
        id: 'title',
        sortable: true,
        header: t('rules.name'),
        fixed: true,
        card: 'title',
        cell: (rule) => (
          <Box sx={{ maxWidth: 320 }}>
            <Link
              component="button"
              onClick={() => setEdited(rule)}
              sx={{ textAlign: 'start', font: 'inherit', fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {rule.title}
            </Link>
          </Box>
        ),
      },
      { id: 'kind', sortable: true, header: t('rules.kind'), cell: (rule) => rule.kind || '–' },
      {
        id: 'same',
        header: t('rules.same'),
        cell: (rule) => (
          <Typography variant="body2" sx={{ minWidth: 140, maxWidth: 320, overflowWrap: 'anywhere' }}>
            {[
              ...rule.sameFields.map((field) => labelOf(field)),
              ...(rule.ladder.length > 0 ? [t(rule.isNearest ? 'rules.nearest' : 'rules.above')] : []),
            ].join(', ') || t('rules.nothingSame')}
          </Typography>
        ),
      },
      {
        id: 'pairs',
        sortable: true,
        align: 'end',
        header: t('rules.pairs'),
        help: t('rules.pairsHelp'),
        cell: (rule) => formatNumber(rule.pairs, i18n.language),
      },
      { id: 'status', header: t('rules.status'), cell: (rule) => <StateChip kind="permission" state={rule.status} /> },
      {
        id: 'updatedAt',
        sortable: true,
        header: t('rules.changed'),
        cell: (rule) => <DateText value={rule.updatedAt} format="ago" />,
      },
      { id: 'updatedBy', header: t('rules.by'), cell: (rule) => rule.updatedBy, hidden: true },
    ],
    [t, i18n.language, labelOf],
  )
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setEdited('new')} disabled={!me.wholeTenant}>
      {t('rules.new')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('rules.title')}
        text={t(me.wholeTenant ? 'rules.text' : 'rules.textOfTeam')}
        actions={
          <>
            <Button startIcon={<WhyIcon />} onClick={() => setAsksWhy(true)}>
              {t('why.ask')}
            </Button>
            {create}
          </>
        }
      />
      <DataTable
        label={t('rules.title')}
        columns={columns}
        query={rules}
        state={list}
        onChange={changeList}
        rowId={(rule) => rule.id}
        rowName={(rule) => rule.title}
        searchLabel={t('rules.search')}
        empty={<EmptyState title={t('rules.empty')} text={t('rules.emptyText')} action={create} />}
        rowActions={(rule) => [
          {
            id: 'edit',
            label: t('rules.edit'),
            icon: <EditIcon fontSize="small" />,
            run: () => setEdited(rule),
          },
          {
            id: 'remove',
            label: t('common:actions.remove'),
            icon: <DeleteIcon fontSize="small" />,
            danger: true,
            dividerBefore: true,
            reason: rule.can.remove ?? null,
            run: () => void askRemove(rule),
          },
        ]}
      />
      {edited && <ManagerRuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {asksWhy && <WhyManagersDialog userId={null} onClose={() => setAsksWhy(false)} />}
    </>
  )
}
