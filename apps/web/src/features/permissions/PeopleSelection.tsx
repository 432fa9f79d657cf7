import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { MultiField } from './MultiField.tsx'
import { PeopleField } from './PeopleField.tsx'
import type { usePeopleSelection } from './usePeopleSelection.ts'

/** Chooses people by name, or all that a filter finds. */
export function PeopleSelection({
  of,
  error,
  autoFocus = true,
}: {
  of: ReturnType<typeof usePeopleSelection>
  error?: string | undefined
  autoFocus?: boolean
}) {
  const { by, setBy, people, setPeople, filter, setFilter, matching } = of
  const { t, i18n } = useTranslation(['permissions', 'common', 'parts'])
  const { t: problems } = useTranslation('problems')
  const facets = useQuery({ ...queryOf(api.members.facets), enabled: by === 'filter', staleTime: 60_000 })
  const positions = useQuery({
    ...queryOf(api.members.attributeValues, { params: { field: 'position' } }),
    enabled: by === 'filter',
    staleTime: 60_000,
  })
  const words = (number: number, isMore = false) => {
    const formatted = formatNumber(number, i18n.language)
    return { count: number, formatted: isMore ? t('parts:table.moreThan', { formatted }) : formatted }
  }
  const change = (key: keyof typeof filter, values: string[]) => {
    const { [key]: _, ...others } = filter
    setFilter(values.length > 0 ? { ...others, [key]: values } : others)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Tabs
        value={by}
        onChange={(_, next: typeof by) => setBy(next)}
        aria-label={t('assign.how')}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        <Tab value="people" label={t('assign.byPeople')} />
        <Tab value="filter" label={t('assign.byFilter')} />
      </Tabs>
      {by === 'people' ? (
        <PeopleField value={people} onChange={setPeople} autoFocus={autoFocus} error={error} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <TextField
            size="small"
            label={t('assign.search')}
            value={filter.search ?? ''}
            onChange={(event) => {
              const { search: _, ...others } = filter
              setFilter(event.target.value ? { ...others, search: event.target.value } : others)
            }}
          />
          <MultiField
            label={t('fields.position')}
            value={filter.position ?? []}
            options={positions.data?.values ?? []}
            onChange={(values) => change('position', values)}
          />
          <MultiField
            label={t('fields.teamId')}
            value={filter.teamId ?? []}
            options={facets.data?.teamId ?? []}
            onChange={(values) => change('teamId', values)}
          />
          <MultiField
            label={t('fields.roles')}
            value={filter.role ?? []}
            options={(facets.data?.role ?? []).map((one) => ({
              ...one,
              label: t(`common:roles.${one.value as 'learner'}`, { defaultValue: one.value }),
            }))}
            onChange={(values) => change('role', values)}
          />
          <MultiField
            label={t('fields.status')}
            value={filter.status ?? []}
            options={(facets.data?.status ?? []).map((one) => ({
              ...one,
              label: t(`common:states.membership.${one.value as 'active'}`, { defaultValue: one.value }),
            }))}
            onChange={(values) => change('status', values)}
          />
          <Box
            sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'action.hover' }}
            role="status"
            aria-busy={matching.isFetching}
          >
            {matching.error ? (
              <Typography color="error" variant="body2">
                {problemText(problems, matching.error)}
              </Typography>
            ) : (
              <>
                <Typography variant="subtitle2">
                  {matching.data
                    ? t('assign.matching', words(matching.data.total, matching.data.totalIsExact === false))
                    : t('common:loading')}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {matching.data?.items.map((person) => fullName(person)).join(', ')}
                  {(matching.data?.total ?? 0) > (matching.data?.items.length ?? 0) && ' …'}
                </Typography>
              </>
            )}
          </Box>
        </Box>
      )}
    </Box>
  )
}
