import type { StepImpact } from '@learnt/contract/documents'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
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

const choices = ['apply', 'newOnly'] as const

/** Who gains or loses a step by the new version, who has finished and stays so, and whether people under way get it. */
export function StepsUnderWay({ documentId, preview, value, onChange }: PublishChoiceProps) {
  const { t } = useTranslation('pathwayEditor')
  const id = useId()
  const isTouching = !preview.firstTime && preview.learners.assigned > 0
  const impact = useQuery({
    ...queryOf(api.pathways.impact, { params: { documentId } }),
    enabled: isTouching,
    staleTime: 0,
    gcTime: 0,
  })
  if (!isTouching) return null
  if (impact.error) return <ErrorState error={impact.error} onRetry={() => void impact.refetch()} />
  if (!impact.data) return <LinesSkeleton lines={3} />
  const changesSteps = impact.data.gainSteps.count + impact.data.loseSteps.count > 0
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Impact impact={impact.data} />
      {changesSteps && (
        <FormControl>
          <FormLabel id={id} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
            {t('impact.choice')}
          </FormLabel>
          <RadioGroup
            aria-labelledby={id}
            value={value.underWay ?? 'apply'}
            onChange={(_, choice) => onChange(choice === 'apply' ? {} : { underWay: choice })}
          >
            {choices.map((choice) => (
              <FormControlLabel key={choice} value={choice} control={<Radio />} label={t(`impact.${choice}`)} />
            ))}
          </RadioGroup>
        </FormControl>
      )}
    </Box>
  )
}

function Impact({ impact: { gainSteps, loseSteps, finished, divided } }: { impact: StepImpact }) {
  const { t, i18n } = useTranslation('pathwayEditor')
  const names = (sample: readonly string[], count: number) => {
    if (sample.length === 0) return ''
    const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(sample)
    return t(sample.length < count ? 'impact.among' : 'impact.names', { names: list })
  }
  const formatted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const lines = [
    ...(gainSteps.count > 0
      ? [`${t('impact.gain', formatted(gainSteps.count))} ${names(gainSteps.sample, gainSteps.count)}`]
      : []),
    ...(loseSteps.count > 0
      ? [`${t('impact.lose', formatted(loseSteps.count))} ${names(loseSteps.sample, loseSteps.count)}`]
      : []),
    ...(finished > 0 ? [t('impact.finished', formatted(finished))] : []),
    ...divided.map(({ title, audience, required, underWay }) =>
      [
        t('impact.divided', {
          ...formatted(required.count),
          title,
          audience,
          all: formatNumber(underWay, i18n.language),
        }),
        names(required.sample, required.count),
      ].join(' '),
    ),
  ]
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
      {(lines.length > 0 ? lines : [t('impact.none')]).map((line) => (
        <Typography component="li" variant="body2" key={line} sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </Box>
  )
}
