import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { IssuedList } from './IssuedList.tsx'
import { NewTemplateDialog } from './NewTemplateDialog.tsx'
import { OutsideList } from './OutsideList.tsx'
import { TemplatesList } from './TemplatesList.tsx'

const tabs = ['templates', 'issued', 'outside'] as const

/** Everything about certificates for administrators: how they look, who has one, and those earned elsewhere. */
export function CertificatesPage() {
  const { t } = useTranslation('certificates')
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'templates'
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
            {t('templates.create')}
          </Button>
        }
      />
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'templates' ? {} : { tab: next }) as never, resetScroll: false })
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
        {tab === 'templates' && <TemplatesList />}
        {tab === 'issued' && <IssuedList as="admin" />}
        {tab === 'outside' && <OutsideList />}
      </div>
      {isCreating && <NewTemplateDialog onClose={() => setCreating(false)} />}
    </>
  )
}
