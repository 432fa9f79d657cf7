import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe, useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { askOwnPoints } from './asks.ts'
import { EntryList } from './EntryList.tsx'
import { RedeemDialog } from './RedeemDialog.tsx'

/** The person’s points and entries on their profile, when the tenant has rewards. */
export function OwnPoints() {
  const { settings } = useSession()
  return settings.rewards ? <Points /> : null
}

function Points() {
  const { t, i18n } = useTranslation('points')
  const id = useId()
  const me = useMe()
  const [isOpen, setOpen] = useState(false)
  const own = useInfiniteQuery(askOwnPoints)
  const entries = own.data?.pages.flatMap((page) => page.items) ?? []
  const balance = own.data?.pages[0]?.rewardPointsCount ?? me.rewardPointsCount
  const points = formatNumber(balance, i18n.language)
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap', mb: 2 }}>
        <Box sx={{ flex: 1, minWidth: 200 }}>
          <Typography id={id} variant="h2">
            {t('own.title')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('own.text')} <AppLink href={paths.rewards}>{t('redeem.see')}</AppLink>
          </Typography>
        </Box>
        <Typography variant="h3" component="p">
          {t('amount', { points })}
        </Typography>
        {!me.impersonation && (
          <Button variant="outlined" onClick={() => setOpen(true)} disabled={balance === 0} aria-haspopup="dialog">
            {t('redeem.action')}
          </Button>
        )}
      </Box>
      {own.isPending && <LinesSkeleton />}
      {own.isError && <ErrorState error={own.error} onRetry={() => void own.refetch()} />}
      {own.data &&
        (entries.length === 0 ? (
          <EmptyState title={t('own.none')} text={t('own.noneText')} />
        ) : (
          <EntryList entries={entries} label={t('own.title')} />
        ))}
      {own.hasNextPage && (
        <Button sx={{ mt: 1 }} loading={own.isFetchingNextPage} onClick={() => void own.fetchNextPage()}>
          {t('own.more')}
        </Button>
      )}
      <Leaders />
      {isOpen && <RedeemDialog balance={balance} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The people of the team with the most points, when the tenant shows them. People can opt out. */
function Leaders() {
  const { t, i18n } = useTranslation('points')
  const id = useId()
  const me = useMe()
  const leaders = useQuery(queryOf(api.points.leaders))
  const stayOut = useSend(api.points.stayOut, {
    outdates: ['points'],
    onError: () => showToast({ variant: 'error', text: t('leaders.failed') }),
  })
  if (!leaders.data?.isShown) return null
  const { items, staysOut } = leaders.data
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3 }}>
      <Typography id={id} variant="h4" component="h3" sx={{ mb: 1 }}>
        {t('leaders.title')}
      </Typography>
      {items.length === 0 && <Typography color="textSecondary">{t('leaders.none')}</Typography>}
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 480 }}>
        {items.map((one) => (
          <Box
            component="li"
            key={one.userId}
            sx={{ display: 'flex', gap: 1.5, py: 0.5, fontWeight: one.userId === me.userId ? 700 : 400 }}
          >
            <Box component="span" sx={{ minWidth: 24 }}>
              {formatNumber(one.place, i18n.language)}
            </Box>
            <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              {one.name}
            </Box>
            <span>{t('amount', { points: formatNumber(one.earned, i18n.language) })}</span>
          </Box>
        ))}
      </Box>
      <FormControlLabel
        label={t('leaders.out')}
        control={
          <Checkbox
            checked={staysOut}
            disabled={stayOut.isPending}
            onChange={(_, checked) => stayOut.mutate({ body: { staysOut: checked } })}
          />
        }
      />
    </Box>
  )
}
