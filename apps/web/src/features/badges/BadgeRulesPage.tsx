import type { BadgeRule } from '@learnt/contract/badges'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { ToneChip } from '../../ui/ToneChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useValueLabels } from '../permissions/useValueLabels.ts'
import { askBadgeChoice, askBadgeRules, badgesStandard } from './asks.ts'
import { badgePaths } from './paths.ts'
import { ownAddress } from './picture-address.ts'
import { ruleSentences } from './rule-sentence.ts'

export const loader: Loader = ({ client, search }) =>
  client.prefetchQuery(askBadgeRules(readList(search, badgesStandard)))

/** Attributes whose values are ids. */
const named = ['managers', 'teamId']

/** Rules that give badges, each in words. */
export function BadgeRulesPage() {
  const { t, i18n } = useTranslation(['badgeRules', 'documentKinds', 'permissions'])
  const { t: problems } = useTranslation('problems')
  const Anchor = useAnchor()
  const [removed, setRemoved] = useState<BadgeRule | null>(null)
  const badges = useQuery(askBadgeChoice(''))
  const labelOf = useValueLabels(named)
  const remove = useSend(api.badges.rules.remove, {
    onSuccess: () => showToast({ variant: 'success', text: t('list.removed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const columns = useMemo<Column<BadgeRule>[]>(
    () => [
      {
        id: 'picture',
        header: t('list.picture'),
        card: 'image',
        width: 64,
        cell: (one) => (
          <Box
            component="img"
            src={ownAddress(one.pictureUrl)}
            alt=""
            width={40}
            height={40}
            loading="lazy"
            sx={{ display: 'block' }}
          />
        ),
      },
      {
        id: 'title',
        header: t('list.rule'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 220, maxWidth: 520, overflowWrap: 'anywhere' }}>
            <AppLink href={badgePaths.badgeRule(one.id)}>{one.title}</AppLink>
            <Typography variant="caption" component="p" color="textSecondary">
              {ruleSentences(t, i18n.language, one, labelOf).slice(0, -2).join(' ')}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'badge',
        header: t('list.badge'),
        sortable: true,
        cell: (one) => <AppLink href={paths.badge(one.badgeId)}>{one.badgeTitle}</AppLink>,
      },
      {
        id: 'state',
        header: t('list.state'),
        cell: (one) => (
          <ToneChip tone={one.isApplying ? 'info' : one.isActive ? 'success' : 'neutral'}>
            {t(one.isApplying ? 'list.applying' : one.isActive ? 'list.active' : 'list.inactive')}
          </ToneChip>
        ),
      },
      {
        id: 'awards',
        header: t('list.awards'),
        help: t('list.awardsHelp'),
        align: 'end',
        cell: (one) => formatNumber(one.awards, i18n.language),
      },
      { id: 'updatedAt', header: t('list.updated'), sortable: true, cell: (one) => <DateText value={one.updatedAt} /> },
    ],
    [t, i18n.language, labelOf],
  )
  return (
    <ListPage
      title={t('title')}
      text={t('text')}
      ask={askBadgeRules}
      standard={badgesStandard}
      columns={columns}
      rowId={(one) => one.id}
      rowName={(one) => one.title}
      searchLabel={t('list.search')}
      filters={[
        {
          key: 'badgeId',
          label: t('list.badge'),
          single: true,
          loading: badges.isPending,
          options: (badges.data?.items ?? []).map(({ id, title }) => ({ value: id, label: title })),
        },
      ]}
      empty={<EmptyState title={t('list.empty')} text={t('list.emptyText')} />}
      actions={
        <Button component={Anchor} href={badgePaths.badgeRule('new')} variant="contained" startIcon={<AddIcon />}>
          {t('list.create')}
        </Button>
      }
      rowActions={(one) => [
        {
          id: 'remove',
          label: t('list.remove'),
          icon: <DeleteIcon fontSize="small" />,
          danger: true,
          reason: one.can.remove ?? null,
          run: () => setRemoved(one),
        },
      ]}
    >
      <ConfirmDialog
        open={removed !== null}
        title={t('list.removeTitle', { title: removed?.title ?? '' })}
        text={t('list.removeText')}
        confirmLabel={t('list.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() =>
          removed && remove.mutate({ params: { ruleId: removed.id } }, { onSettled: () => setRemoved(null) })
        }
      />
    </ListPage>
  )
}
