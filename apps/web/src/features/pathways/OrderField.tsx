import type { PathwayContent } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

type Order = PathwayContent['order']

/** One step after the other, or as learners choose. */
export function OrderField({
  value,
  disabled = false,
  onChange,
}: {
  value: Order
  disabled?: boolean
  onChange: (order: Order) => void
}) {
  const { t } = useTranslation('pathwayEditor')
  const id = useId()
  return (
    <FormControl data-field="order" disabled={disabled}>
      <FormLabel id={id} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        {t('order.label')}
      </FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={(_, next) => onChange(next as Order)}>
        {(['sequenced', 'choice'] as const).map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio />}
            sx={{ alignItems: 'flex-start' }}
            label={
              <Box sx={{ pt: 1 }}>
                <Typography variant="body2" sx={{ fontWeight: 700 }}>
                  {t(`order.${one}`)}
                </Typography>
                <Typography variant="caption" component="p" color="textSecondary">
                  {t(`order.${one}Text`)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
