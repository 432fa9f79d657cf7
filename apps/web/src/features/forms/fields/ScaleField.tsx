import StarIcon from '@mui/icons-material/Star'
import StarBorderIcon from '@mui/icons-material/StarBorder'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/times.ts'
import { visuallyHidden } from '../../../ui/visually-hidden.ts'
import { type FieldProps, useFilling } from './field-props.ts'

/** A scale, 0 to 10, or stars: radio buttons that look like steps, so that the arrow keys work and a finger finds them. */
export function ScaleField(props: FieldProps<'scale' | 'nps' | 'stars'>) {
  const { field, answer, onChange, onLeave, isRequired, hasError, id } = props
  const { t, i18n } = useTranslation('formFields')
  const { say } = useFilling()
  const [from, to] = field.kind === 'scale' ? [field.from, field.to] : field.kind === 'nps' ? [0, 10] : [1, field.count]
  const steps = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  const isStars = field.kind === 'stars'
  const [low, high] = isStars ? ['', ''] : [say(field.fromLabel), say(field.toLabel)]
  const nameOf = (step: number) => {
    if (isStars) return t('stars', { count: step })
    const number = formatNumber(step, i18n.language)
    if (step === from && low) return `${number}, ${low}`
    return step === to && high ? `${number}, ${high}` : number
  }
  return (
    <Box onBlur={onLeave} sx={{ maxWidth: 720 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: isStars ? 0 : 0.75 }}>
        {steps.map((step, at) => {
          const checked = answer === step
          return (
            <Box
              component="label"
              key={step}
              sx={(theme) => ({
                position: 'relative',
                display: 'grid',
                placeItems: 'center',
                minWidth: 44,
                minHeight: 44,
                cursor: 'pointer',
                borderRadius: '10px',
                fontWeight: 700,
                ...(isStars
                  ? { color: 'primary.main' }
                  : {
                      border: 1,
                      borderColor: checked ? 'primary.main' : hasError ? 'error.main' : theme.fieldLine,
                      bgcolor: checked ? 'primary.main' : 'background.paper',
                      color: checked ? 'primary.contrastText' : 'text.primary',
                    }),
                '&:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '2px' },
              })}
            >
              <input
                type="radio"
                id={at === 0 ? id : `${id}-${step}`}
                name={id}
                checked={checked}
                onChange={() => onChange(step)}
                aria-label={nameOf(step)}
                style={visuallyHidden}
              />
              {!isStars ? (
                <span aria-hidden>{formatNumber(step, i18n.language)}</span>
              ) : (answer ?? 0) >= step ? (
                <StarIcon aria-hidden sx={{ fontSize: 34 }} />
              ) : (
                <StarBorderIcon aria-hidden sx={{ fontSize: 34 }} />
              )}
            </Box>
          )
        })}
      </Box>
      {(low || high) && (
        <Box aria-hidden sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mt: 0.5 }}>
          {[low, high].map((text, at) => (
            <Typography key={at === 0 ? 'low' : 'high'} variant="caption" color="textSecondary" dir="auto">
              {text}
            </Typography>
          ))}
        </Box>
      )}
      {!isRequired && answer !== undefined && (
        <Button size="small" color="inherit" onClick={() => onChange(null)}>
          {t('takeBack')}
        </Button>
      )}
    </Box>
  )
}
