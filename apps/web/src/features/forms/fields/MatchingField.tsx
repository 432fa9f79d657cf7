import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { type FieldProps, useFilling } from './field-props.ts'
import { PlainSelect } from './PlainSelect.tsx'

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
          <PlainSelect
            id={at === 0 ? id : `${id}-${item.key}`}
            value={answer[item.key] ?? ''}
            onChange={(event) => choose(item.key, event.target.value)}
            hasError={hasError && !answer[item.key]}
            aria-labelledby={`${id}-item-${item.key}`}
            aria-describedby={describedBy}
          >
            <option value="">{t('choose')}</option>
            {field.targets.map((target) => (
              <option key={target.key} value={target.key}>
                {say(target.label)}
              </option>
            ))}
          </PlainSelect>
        </Box>
      ))}
    </Box>
  )
}
