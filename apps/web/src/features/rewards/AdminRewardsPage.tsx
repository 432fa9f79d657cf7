import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { OrdersList } from './OrdersList.tsx'
import { RewardDialog } from './RewardDialog.tsx'
import { RewardsList } from './RewardsList.tsx'

const tabs = ['rewards', 'orders'] as const

/** What points can buy, and who ordered what, for administrators. */
export function AdminRewardsPage() {
  const { t } = useTranslation('rewards')
  const { settings } = useSession()
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'rewards'
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('admin.text')}
        actions={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)} aria-haspopup="dialog">
            {t('admin.create')}
          </Button>
        }
      />
      {!settings.rewards && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('admin.off')}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'rewards' ? {} : { tab: next }) as never, resetScroll: false })
        }
        aria-label={t('title')}
        sx={{ mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            label={t(`admin.tabs.${name}`)}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'rewards' ? <RewardsList /> : <OrdersList />}
      </div>
      {isCreating && <RewardDialog reward={null} onClose={() => setCreating(false)} />}
    </>
  )
}
