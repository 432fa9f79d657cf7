import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'

/** Each thing with a list of what it may belong to. */
export function MatchingField(props: FieldProps<'matching'>) {
  const { field, answer = {}, onChange, onLeave, hasError, id, describedBy } = props
  const { t } = useTranslation('formFields')
  const { say } = useFilling()
  const choose = (item: string, target: string) => {
    const { [item]: _, ...others } = answer
    const next = target === '' ? others : { ...others, [item]: target }
    onChange(Object.keys(next).length > 0 ? next : null)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1.25, maxWidth: 760 }} onBlur={onLeave}>
      {field.items.map((item, at) => (
        <Box
          key={item.key}
          sx={{
            display: 'grid',
            gap: { xs: 0.5, sm: 2 },
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            alignItems: 'center',
          }}
        >
          <Typography id={`${id}-item-${item.key}`} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
            {say(item.label)}
          </Typography>
          <Select
            displayEmpty
            value={answer[item.key] ?? ''}
            onChange={(event) => choose(item.key, event.target.value)}
            error={hasError && !answer[item.key]}
            labelId={`${id}-item-${item.key}`}
            SelectDisplayProps={{ id: at === 0 ? id : `${id}-${item.key}`, 'aria-describedby': describedBy }}
          >
            <MenuItem value="">{t('choose')}</MenuItem>
            {field.targets.map((target) => (
              <MenuItem key={target.key} value={target.key} sx={{ whiteSpace: 'normal' }}>
                <span dir="auto">{say(target.label)}</span>
              </MenuItem>
            ))}
          </Select>
        </Box>
      ))}
    </Box>
  )
}
