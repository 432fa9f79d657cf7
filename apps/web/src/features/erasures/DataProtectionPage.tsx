import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { askErasures, askHolds, askRetention } from './asks.ts'
import { ErasureList } from './ErasureList.tsx'
import { HoldList } from './HoldList.tsx'
import { RetentionForm } from './RetentionForm.tsx'

const tabs = ['requests', 'retention', 'holds'] as const

const tabIn = (wanted: string | null | undefined) => tabs.find((one) => one === wanted) ?? 'requests'

export const loader: Loader = ({ client, search }) => {
  const tab = tabIn(new URLSearchParams(search).get('tab'))
  if (tab === 'retention') return client.prefetchQuery(askRetention())
  return tab === 'holds'
    ? client.prefetchQuery(askHolds(readList(search, {})))
    : client.prefetchQuery(askErasures(readList(search, {})))
}

/** Requests to delete a person's data, what is kept as proof, and who is on hold. */
export function DataProtectionPage() {
  const { t } = useTranslation('erasures')
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabIn(wanted)
  return (
    <SettingsFrame title={t('title')} text={t('text')}>
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'requests' ? {} : { tab: next }) as never, resetScroll: false })
        }
        aria-label={t('title')}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={t(`tabs.${name}`)} id={`tab-${name}`} aria-controls={`panel-${name}`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'requests' ? <ErasureList /> : tab === 'retention' ? <RetentionForm /> : <HoldList />}
      </div>
    </SettingsFrame>
  )
}
