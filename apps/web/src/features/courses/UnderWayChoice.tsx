import type { UnderWayChoice as Choices } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatNumber } from '../../ui/times.ts'
import type { PublishChoiceProps } from '../documents/kind.ts'

type Choice = z.infer<typeof Choices>
const choices: readonly Choice[] = ['carry', 'finish', 'restart']

/** What happens to the people who are in the middle of a course. */
export function UnderWayChoice({ preview, value, onChange }: PublishChoiceProps) {
  const { t, i18n } = useTranslation('courses')
  const id = useId()
  const count = preview.learners.underWay
  if (preview.firstTime || count === 0) return null
  return (
    <FormControl>
      <FormLabel id={`${id}-choice`} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        {t('publish.choice', { count, formatted: formatNumber(count, i18n.language) })}
      </FormLabel>
      <RadioGroup
        aria-labelledby={`${id}-choice`}
        value={value.underWay ?? 'carry'}
        onChange={(_, choice) => onChange(choice === 'carry' ? {} : { underWay: choice })}
        sx={{ gap: 1, mt: 1 }}
      >
        {choices.map((choice) => (
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
    </FormControl>
  )
}
