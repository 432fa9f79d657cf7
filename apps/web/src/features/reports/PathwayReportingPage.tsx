import { pathwayReportTypes } from '@learnt/contract/report-lists'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../../ui/table/list-state.ts'
import { loadReport } from './asks.ts'
import { ContainerReport } from './ContainerReport.tsx'

export const loader = loadReport('pathways')

/** Pathway report: pathways, and learning packages beside them. */
export function PathwayReportingPage() {
  return <ContainerReport name="pathways" above={(state, change) => <Types state={state} onChange={change} />} />
}

function Types({ state, onChange }: { state: ListState; onChange: (next: ListState) => void }) {
  const { t } = useTranslation('reports')
  const [type] = state.filters.type ?? []
  const chosen = pathwayReportTypes.find((one) => one === type) ?? 'all'
  return (
    <Tabs
      value={chosen}
      aria-label={t('kind')}
      onChange={(_event, next: string) => onChange(withFilter(state, 'type', next === 'all' ? [] : [next]))}
      sx={{ mb: 2 }}
    >
      <Tab value="all" label={t('types.all')} />
      {pathwayReportTypes.map((one) => (
        <Tab key={one} value={one} label={t(`types.${one}`)} />
      ))}
    </Tabs>
  )
}
