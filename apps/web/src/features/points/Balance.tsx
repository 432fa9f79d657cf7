import StarsIcon from '@mui/icons-material/StarsOutlined'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChange } from '../../api/LiveProvider.tsx'
import { useMe } from '../../api/SessionProvider.tsx'
import { formatNumber } from '../../ui/times.ts'
import { askBalance } from './asks.ts'
import { RedeemDialog } from './RedeemDialog.tsx'

/** The person's points in the toolbar, as they change; opens the dialog that spends them. */
export function Balance() {
  const { t, i18n } = useTranslation('points')
  const me = useMe()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  useChange('me', 'points', () => void client.invalidateQueries({ queryKey: ['points'] }))
  // What came with the session is right until something changes.
  const balance = useQuery({
    ...askBalance,
    initialData: { items: [], next: null, total: 0, rewardPointsCount: me.rewardPointsCount },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const points = formatNumber(balance.data.rewardPointsCount, i18n.language)
  return (
    <>
      <Button
        color="inherit"
        startIcon={<StarsIcon />}
        disabled={Boolean(me.impersonation)}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        title={t('balance', { points })}
        sx={{
          whiteSpace: 'nowrap',
          fontVariantNumeric: 'tabular-nums',
          minWidth: 0,
          '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
        }}
      >
        {t('amount', { points })}
      </Button>
      {isOpen && <RedeemDialog balance={balance.data.rewardPointsCount} onClose={() => setOpen(false)} />}
    </>
  )
}
