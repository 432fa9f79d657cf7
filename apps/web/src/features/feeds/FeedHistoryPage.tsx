import type { FeedRun } from '@learnt/contract/feeds'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ImportHeader } from '../imports/ImportHeader.tsx'
import { RunList } from '../imports/RunList.tsx'
import { FeedSettings } from './FeedSettings.tsx'
import { feedPages } from './feed-pages.ts'

const tabs = ['runs', 'settings'] as const

/** The HR feed of the team: its runs, and what its columns fill. */
export function FeedHistoryPage() {
  const { t } = useTranslation('feeds')
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'runs'
  return (
    <>
      <ImportHeader pages={feedPages} title={t('title')} text={t('text')} testId="feed-file" />
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'runs' ? {} : { tab: next }) as never, resetScroll: false })
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
        {tab === 'runs' ? <Runs /> : <FeedSettings />}
      </div>
    </>
  )
}

function Runs() {
  const { t } = useTranslation('feeds')
  const figures = useMemo(
    () =>
      (['create', 'update', 'rejected'] as const).map((id) => ({
        id,
        header: t(`counts.${id}`),
        of: (counts: FeedRun['counts']) => counts[id],
      })),
    [t],
  )
  const factOf = useCallback((run: FeedRun) => t(`sources.${run.source}`), [t])
  return (
    <RunList
      pages={feedPages}
      label={t('tabs.runs')}
      figures={figures}
      factOf={factOf}
      empty={<EmptyState title={t('runs.empty')} text={t('runs.emptyText')} />}
    />
  )
}
