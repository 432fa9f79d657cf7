import { type FormKind, formKinds } from '@learnt/contract/forms/content'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** What a new form is for. */
export function KindField({ value, onChange }: { value: FormKind; onChange: (kind: FormKind) => void }) {
  const { t } = useTranslation('formEditor')
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
        {t('settings.kind')}
      </FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={(_, next) => onChange(next as FormKind)}>
        {formKinds.map((kind) => (
          <FormControlLabel
            key={kind}
            value={kind}
            control={<Radio />}
            sx={{ alignItems: 'flex-start' }}
            label={
              <Box sx={{ pt: 1 }}>
                <Typography variant="body2" sx={{ fontWeight: 700 }}>
                  {t(`formKinds.${kind}`)}
                </Typography>
                <Typography variant="caption" component="p" color="textSecondary">
                  {t(`formKinds.${kind}Text`)}
                </Typography>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
