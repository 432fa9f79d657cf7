import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AudiencesTab } from './AudiencesTab.tsx'
import { RulesTab } from './RulesTab.tsx'

const tabs = ['rules', 'audiences'] as const
type TabName = (typeof tabs)[number]
const kept = ['tab']

/** Who gets what in the tenant: the rules, and the saved audiences that they name. */
export function PermissionsPage() {
  const { t } = useTranslation(['permissions', 'audiences'])
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab: TabName = tabs.find((one) => one === wanted) ?? 'rules'
  const [creating, setCreating] = useState(false)
  const shared = { kept, creating, onCreating: setCreating }
  const go = (next: TabName, filters: Record<string, string> = {}) =>
    void navigate({ to: '.', search: { ...(next === 'rules' ? {} : { tab: next }), ...filters } as never })
  return (
    <>
      <PageHeader
        title={t('page.title')}
        text={t('page.text')}
        actions={
          <Button variant="contained" startIcon={<AddIcon />} onClick={() => setCreating(true)}>
            {tab === 'rules' ? t('access.newRule') : t('audiences:list.new')}
          </Button>
        }
      />
      <Tabs
        value={tab}
        onChange={(_, next: TabName) => go(next)}
        aria-label={t('page.tabs')}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2.5 }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            label={t(`page.tab.${name}`)}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'rules' ? (
          <RulesTab {...shared} />
        ) : (
          <AudiencesTab {...shared} onRules={(audienceId) => go('rules', { audienceId })} />
        )}
      </Box>
    </>
  )
}
