import { awardStates, type BadgeHolder, type WholeBadge } from '@learnt/contract/badges'
import RevokeIcon from '@mui/icons-material/HighlightOffOutlined'
import VerifyIcon from '@mui/icons-material/VerifiedOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { credentialPaths } from '../credentials/paths.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { AwardState } from './AwardState.tsx'
import { askAwards, awardsFilter, awardsStandard } from './asks.ts'
import { RevokeDialog } from './RevokeDialog.tsx'

const kept = ['tab']

/** The holders of a badge and their reasons: a report with files. Each award can be revoked. */
export function HoldersTab({ badge }: { badge: WholeBadge }) {
  const { t } = useTranslation(['badges', 'myBadges'])
  const [list, changeList] = useTabList(kept, awardsStandard)
  const [revoked, setRevoked] = useState<BadgeHolder | null>(null)
  const of = { badgeId: badge.id }
  const awards = useQuery({ ...askAwards('admin', list, of), placeholderData: keepPreviousData })
  const counts = awards.data?.counts
  const query = awardsFilter(list, of)
  const columns = useMemo<Column<BadgeHolder>[]>(
    () => [
      {
        id: 'name',
        header: t('holders.person'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 150, maxWidth: 280, overflowWrap: 'anywhere' }}>
            <AppLink href={paths.user(one.userId)}>{one.name}</AppLink>
            {one.email && (
              <Typography variant="caption" component="p" color="textSecondary">
                {one.email}
              </Typography>
            )}
          </Box>
        ),
      },
      {
        id: 'cause',
        header: t('holders.cause'),
        cell: (one) => (
          <Box sx={{ maxWidth: 320, overflowWrap: 'anywhere' }}>
            {one.cause.kind === 'hand'
              ? t('holders.byHand', { name: one.cause.by })
              : t(`holders.causes.${one.cause.kind}`, { title: one.cause.documentTitle })}
            {(one.cause.ruleTitle || one.cause.note) && (
              <Typography variant="caption" component="p" color="textSecondary">
                {one.cause.note || t('holders.rule', { title: one.cause.ruleTitle })}
              </Typography>
            )}
          </Box>
        ),
      },
      {
        id: 'awardedAt',
        header: t('holders.awardedAt'),
        sortable: true,
        cell: (one) => <DateText value={one.awardedAt} />,
      },
      {
        id: 'expiresAt',
        header: t('holders.expiresAt'),
        sortable: true,
        cell: (one) => <DateText value={one.expiresAt} />,
      },
      {
        id: 'state',
        header: t('holders.state'),
        cell: (one) => (
          <Box sx={{ maxWidth: 260 }}>
            <AwardState state={one.state} />
            {one.state === 'revoked' && (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {one.reason || t('myBadges:takenBack')}
              </Typography>
            )}
          </Box>
        ),
      },
    ],
    [t],
  )
  return (
    <>
      <DataTable
        label={t('tabs.holders')}
        columns={columns}
        query={awards}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        filters={[
          {
            key: 'state',
            label: t('holders.state'),
            options: awardStates.map((value) => ({
              value,
              label: t(`myBadges:states.${value}`),
              ...(counts ? { count: counts.find((one) => one.value === value)?.count ?? 0 } : {}),
            })),
          },
        ]}
        searchLabel={t('holders.search')}
        empty={<EmptyState title={t('holders.empty')} text={t('holders.emptyText')} />}
        toolbar={
          <>
            <CsvButton
              href={addressOf(api.badges.admin.csv, { query })}
              fileName="badges.csv"
              label={t('holders.csv')}
            />
            <CsvButton
              href={addressOf(api.badges.admin.xlsx, { query })}
              fileName="badges.xlsx"
              label={t('holders.xlsx')}
            />
          </>
        }
        rowActions={(one) => [
          {
            id: 'verify',
            label: t('myBadges:verify'),
            icon: <VerifyIcon fontSize="small" />,
            href: credentialPaths.verify(one.credentialId),
          },
          ...(one.state === 'revoked'
            ? []
            : [
                {
                  id: 'revoke',
                  label: t('revoke.action'),
                  icon: <RevokeIcon fontSize="small" />,
                  danger: true,
                  reason: one.can.revoke ?? null,
                  run: () => setRevoked(one),
                },
              ]),
        ]}
      />
      {revoked && <RevokeDialog award={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}
