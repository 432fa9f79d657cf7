import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { ChoiceLine } from './ChoiceField.tsx'
import type { FieldProps } from './field-props.ts'

/** Yes and no, or true and false. */
export function YesNoField(props: FieldProps<'yesNo' | 'trueFalse'>) {
  const { field, answer, onChange, onLeave, isRequired, hasError, id } = props
  const { t } = useTranslation('formFields')
  const names = field.kind === 'yesNo' ? ([t('yes'), t('no')] as const) : ([t('true'), t('false')] as const)
  return (
    <Box onBlur={onLeave}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(2, minmax(0, 200px))' }}>
        {[true, false].map((value, at) => (
          <ChoiceLine
            key={String(value)}
            id={at === 0 ? id : `${id}-no`}
            name={id}
            several={false}
            checked={answer === value}
            hasError={hasError}
            describedBy={undefined}
            onChoose={() => onChange(value)}
          >
            {names[at]}
          </ChoiceLine>
        ))}
      </Box>
      {!isRequired && answer !== undefined && (
        <Button size="small" color="inherit" sx={{ mt: 0.5 }} onClick={() => onChange(null)}>
          {t('takeBack')}
        </Button>
      )}
    </Box>
  )
}
