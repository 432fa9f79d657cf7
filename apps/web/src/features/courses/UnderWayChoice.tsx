import type { UnderWayChoice as Choice, UnderWayByState, UnderWayPreview } from '@learnt/contract/courses'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import type { PublishChoiceProps } from '../documents/kind.ts'
import { StepEffects } from './StepEffects.tsx'

const choices: readonly Choice[] = ['carry', 'finish', 'restart']
const states = ['inprogress', 'failed', 'completed'] as const
const ofState = { inprogress: choices, failed: choices, completed: ['keep', 'restart'] as const }
const standard: UnderWayByState = { inprogress: 'carry', failed: 'carry', completed: 'keep' }

/** What happens to the people who have begun a course, for all who are under way or by state, and what it does to their progress. */
export function UnderWayChoice({ documentId, preview, value, onChange }: PublishChoiceProps) {
  const { t } = useTranslation('courses')
  const isMeeting = !preview.firstTime && preview.learners.underWay + preview.learners.completed > 0
  const met = useQuery({
    ...queryOf(api.courses.underWay, { params: { courseId: documentId } }),
    enabled: isMeeting,
    staleTime: 0,
    gcTime: 0,
  })
  if (!isMeeting) return null
  if (met.error) return <ErrorState error={met.error} onRetry={() => void met.refetch()} />
  if (!met.data) return <LinesSkeleton lines={4} />
  const { people } = met.data
  if (people.inprogress + people.failed + people.completed === 0) return null
  const chosen = (value.underWay ?? 'carry') as Choice | UnderWayByState
  const isBegun = people.inprogress + people.failed > 0
  const carries =
    typeof chosen === 'string' ? chosen === 'carry' : chosen.inprogress === 'carry' || chosen.failed === 'carry'
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {met.data.moving && <Moving moving={met.data.moving} />}
      <Choices
        met={met.data}
        chosen={chosen}
        onChoose={(underWay) => onChange(underWay === 'carry' ? {} : { underWay })}
      />
      {isBegun && carries && (
        <Box component="section">
          <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
            {t('publish.effects')}
          </Typography>
          <StepEffects met={met.data} />
        </Box>
      )}
    </Box>
  )
}

function Moving({ moving }: { moving: NonNullable<UnderWayPreview['moving']> }) {
  const { t, i18n } = useTranslation('courses')
  const formatted = (count: number) => formatNumber(count, i18n.language)
  return (
    <Alert severity="info">
      {t('publish.moving', {
        number: moving.number,
        done: formatted(moving.done),
        people: formatted(moving.people),
      })}
    </Alert>
  )
}

interface ChoicesProps {
  met: UnderWayPreview
  chosen: Choice | UnderWayByState
  onChoose: (choice: Choice | UnderWayByState) => void
}

function Choices({ met: { people, onOlder }, chosen, onChoose }: ChoicesProps) {
  const { t, i18n } = useTranslation('courses')
  const id = useId()
  const count = people.inprogress + people.failed
  const formatted = (of: number) => ({ count: of, formatted: formatNumber(of, i18n.language) })
  const isByState = typeof chosen !== 'string'
  const name = isByState ? 'byState' : chosen
  return (
    <FormControl>
      <FormLabel id={`${id}-choice`} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        {t('publish.choice', formatted(count))}
      </FormLabel>
      <Typography variant="caption" color="textSecondary">
        {[
          t('publish.notStarted', formatted(people.notstarted)),
          ...(onOlder > 0 ? [t('publish.onOlder', formatted(onOlder))] : []),
          ...(isByState ? [] : [t('publish.finished', formatted(people.completed))]),
        ].join(' ')}
      </Typography>
      <RadioGroup
        aria-labelledby={`${id}-choice`}
        value={name}
        onChange={(_, next) => onChoose(next === 'byState' ? standard : (next as Choice))}
        sx={{ gap: 1, mt: 1 }}
      >
        {[...choices, 'byState' as const].map((choice) => (
          <FormControlLabel
            key={choice}
            value={choice}
            control={<Radio />}
            sx={{ alignItems: 'flex-start', m: 0 }}
            label={
              <Box sx={{ pt: 1 }}>
                <Typography variant="body2" sx={{ fontWeight: 700 }}>
                  {t(`publish.${choice}`)}
                </Typography>
                <Typography variant="caption" color="textSecondary">
                  {t(`publish.${choice}Help`)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
      {isByState && (
        <Box sx={{ display: 'grid', gap: 1.5, mt: 1.5, paddingInlineStart: { xs: 0, sm: 5 } }}>
          {states.map((state) => (
            <TextField
              key={state}
              select
              size="small"
              label={t(`publish.state.${state}`, formatted(people[state]))}
              value={chosen[state]}
              disabled={people[state] === 0}
              onChange={(event) => onChoose({ ...chosen, [state]: event.target.value } as UnderWayByState)}
            >
              {ofState[state].map((choice) => (
                <MenuItem key={choice} value={choice}>
                  {t(`publish.${choice}`)}
                </MenuItem>
              ))}
            </TextField>
          ))}
        </Box>
      )}
    </FormControl>
  )
}
