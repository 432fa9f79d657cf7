import type { Reward } from '@learnt/contract/rewards'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Link from '@mui/material/Link'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { askRewards } from './asks.ts'
import { RewardDialog } from './RewardDialog.tsx'

const kept = ['tab']

/** Everything that points can buy, also what is not offered at present. */
export function RewardsList() {
  const { t, i18n } = useTranslation('rewards')
  const { t: problems } = useTranslation('problems')
  const [list, changeList] = useTabList(kept)
  const rewards = useQuery({ ...askRewards(list), placeholderData: keepPreviousData })
  const [changed, change] = useState<Reward | null>(null)
  const [removed, setRemoved] = useState<Reward | null>(null)
  const remove = useSend(api.rewards.remove, {
    onSuccess: () => showToast({ variant: 'success', text: t('admin.removed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const columns = useMemo<Column<Reward>[]>(() => {
    const number = (value: number) => formatNumber(value, i18n.language)
    return [
      {
        id: 'title',
        header: t('fields.title'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Link
            component="button"
            type="button"
            onClick={() => change(one)}
            aria-haspopup="dialog"
            sx={{ textAlign: 'start', overflowWrap: 'anywhere' }}
          >
            {one.title}
          </Link>
        ),
      },
      { id: 'cost', header: t('fields.cost'), align: 'end', cell: (one) => number(one.cost) },
      {
        id: 'stock',
        header: t('fields.stock'),
        align: 'end',
        cell: (one) => (one.stock === null ? t('admin.unlimited') : number(one.stock)),
      },
      { id: 'open', header: t('admin.open'), align: 'end', cell: (one) => number(one.open) },
      { id: 'approval', header: t('fields.approval'), cell: (one) => t(`approvals.${one.approval}`) },
      {
        id: 'isOffered',
        header: t('admin.state'),
        card: 'subtitle',
        cell: (one) => t(one.isOffered ? 'admin.offered' : 'admin.hidden'),
      },
      { id: 'updatedAt', header: t('admin.updated'), hidden: true, cell: (one) => <DateText value={one.updatedAt} /> },
    ]
  }, [t, i18n.language])
  return (
    <>
      <DataTable
        label={t('admin.tabs.rewards')}
        columns={columns}
        query={rewards}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => one.title}
        searchLabel={t('admin.search')}
        empty={<EmptyState title={t('admin.none')} text={t('admin.noneText')} />}
        rowActions={(one) =>
          one.orders === 0
            ? [
                {
                  id: 'remove',
                  label: t('admin.remove'),
                  icon: <DeleteIcon fontSize="small" />,
                  run: () => setRemoved(one),
                },
              ]
            : []
        }
      />
      {changed && <RewardDialog reward={changed} onClose={() => change(null)} />}
      <ConfirmDialog
        open={removed !== null}
        title={t('admin.removeTitle', { title: removed?.title ?? '' })}
        text={t('admin.removeText')}
        confirmLabel={t('admin.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() =>
          removed && remove.mutate({ params: { rewardId: removed.id } }, { onSettled: () => setRemoved(null) })
        }
      />
    </>
  )
}
