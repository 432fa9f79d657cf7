import { pathwayReportTypes } from '@learnt/contract/report-lists'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useTranslation } from 'react-i18next'
import { type ListState, withFilter } from '../../ui/table/list-state.ts'
import { loadReport } from './asks.ts'
import { ContainerReport } from './ContainerReport.tsx'
import { useShownTypes } from './useShownTypes.ts'

export const loader = loadReport('pathways')

/** Pathway report: pathways, and learning packages beside them. */
export function PathwayReportingPage() {
  return <ContainerReport name="pathways" above={(state, change) => <Types state={state} onChange={change} />} />
}

function Types({ state, onChange }: { state: ListState; onChange: (next: ListState) => void }) {
  const { t } = useTranslation('reports')
  const [type] = state.filters.type ?? []
  const types = useShownTypes(pathwayReportTypes)
  const chosen = types.find((one) => one === type) ?? 'all'
  // of one kind there is nothing to choose
  if (types.length < 2) return null
  return (
    <Tabs
      value={chosen}
      aria-label={t('kind')}
      onChange={(_event, next: string) => onChange(withFilter(state, 'type', next === 'all' ? [] : [next]))}
      sx={{ mb: 2 }}
    >
      <Tab value="all" label={t('types.all')} />
      {types.map((one) => (
        <Tab key={one} value={one} label={t(`types.${one}`)} />
      ))}
    </Tabs>
  )
}
