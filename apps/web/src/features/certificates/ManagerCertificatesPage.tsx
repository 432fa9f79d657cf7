import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { IssuedList } from './IssuedList.tsx'
import { OutsideList } from './OutsideList.tsx'

const tabs = ['issued', 'outside'] as const

/** Certificates of a manager's own people, and those that they earned elsewhere. */
export function ManagerCertificatesPage() {
  const { t } = useTranslation('certificates')
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'issued'
  return (
    <>
      <PageHeader title={t('title')} text={<Typography component="span">{t('textOfManager')}</Typography>} />
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'issued' ? {} : { tab: next }) as never, resetScroll: false })
        }
        aria-label={t('title')}
        sx={{ mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={t(`tabs.${name}`)} id={`tab-${name}`} aria-controls={`panel-${name}`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'issued' ? <IssuedList as="manager" /> : <OutsideList />}
      </div>
    </>
  )
}
