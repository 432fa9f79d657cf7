import { pointLimits, type RuledStep } from '@learnt/contract/points'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'
import { readWhole } from '../../ui/WholeNumberField.tsx'

/** A step with what is typed for it. */
export interface TypedStep extends RuledStep {
  readonly typed: string
}

/** What single steps of a course earn, below what the course itself does. */
export function StepPointsFields({
  steps,
  onChange,
}: {
  steps: readonly TypedStep[]
  onChange: (steps: TypedStep[]) => void
}) {
  const { t, i18n } = useTranslation('points')
  const id = useId()
  const change = (changed: TypedStep) =>
    onChange(steps.map((one) => (one.activityId === changed.activityId ? changed : one)))
  const range = { from: formatNumber(0, i18n.language), to: formatNumber(pointLimits.amount, i18n.language) }
  return (
    <Box component="fieldset" aria-describedby={id} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h4" sx={{ p: 0, mb: 0.5 }}>
        {t('steps.title')}
      </Typography>
      <Typography id={id} variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {t('steps.text')}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
        {steps.map((step) => {
          const isWrong = readWhole(step.typed, 0, pointLimits.amount) == null
          return (
            <Box
              component="li"
              key={step.activityId}
              sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 110px 170px' }, alignItems: 'center' }}
            >
              <Typography dir="auto" sx={{ overflowWrap: 'anywhere' }}>
                {step.title}
              </Typography>
              <TextField
                type="number"
                size="small"
                label={t('steps.amount')}
                value={step.typed}
                onChange={(event) => change({ ...step, typed: event.target.value })}
                error={isWrong}
                helperText={isWrong ? t('tab.number', range) : null}
                slotProps={{
                  htmlInput: {
                    inputMode: 'numeric',
                    step: 1,
                    'aria-label': t('steps.amountOf', { amount: t('steps.amount'), step: step.title }),
                  },
                }}
              />
              <TextField
                select
                size="small"
                label={t('steps.repeats')}
                value={step.repeats}
                disabled={step.typed === '0'}
                onChange={(event) => change({ ...step, repeats: event.target.value as TypedStep['repeats'] })}
              >
                {(['once', 'cycle'] as const).map((value) => (
                  <MenuItem key={value} value={value}>
                    {t(`tab.${value}`)}
                  </MenuItem>
                ))}
              </TextField>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
