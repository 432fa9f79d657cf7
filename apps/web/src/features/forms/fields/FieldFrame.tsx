import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

export interface FieldFrameProps {
  label: string
  help: string
  isRequired: boolean
  /** Of a question in a quiz. */
  points?: number | null
  error: string
  /**
   * `label`: the label belongs to the one element `fieldId`. `group`: to several, which stand in a group of that name.
   * `plain`: the field names itself by the label's id.
   */
  as: 'label' | 'group' | 'plain'
  /** The group is one of radio buttons. */
  role?: 'radiogroup' | 'group'
  fieldId: string
  fieldKey: string
  children: (ids: { labelId: string; describedBy: string | undefined }) => ReactNode
  /** What stands under the field: marks, feedback. */
  below?: ReactNode
}

/** Label, help and complaint around a field, all of which a screen reader says with it. */
export function FieldFrame(props: FieldFrameProps) {
  const {
    label,
    help,
    isRequired,
    points = null,
    error,
    as,
    role = 'group',
    fieldId,
    fieldKey,
    children,
    below,
  } = props
  const { t } = useTranslation('formFields')
  const id = useId()
  const labelId = `${id}-label`
  const describedBy = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined
  const group =
    as === 'group'
      ? {
          role,
          'aria-labelledby': labelId,
          'aria-describedby': describedBy,
          ...(role === 'radiogroup'
            ? { 'aria-required': isRequired || undefined, 'aria-invalid': error !== '' || undefined }
            : {}),
        }
      : {}
  return (
    <Box data-field={fieldKey} {...group} sx={{ scrollMarginTop: '140px' }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', mb: 0.75 }}>
        <Typography
          component={as === 'label' ? 'label' : 'div'}
          {...(as === 'label' ? { htmlFor: fieldId } : {})}
          id={labelId}
          dir="auto"
          sx={{ fontWeight: 700, overflowWrap: 'anywhere', flex: 1, minWidth: 0, whiteSpace: 'pre-line' }}
        >
          {label}
          {isRequired && (
            <Box component="span" sx={{ color: 'error.main', fontWeight: 700 }}>
              <span aria-hidden>{'\u00a0*'}</span>
              {/* a group of radio buttons and a single field say by themselves that they are required */}
              {as === 'group' && role === 'group' && <Hidden>{` (${t('required')})`}</Hidden>}
            </Box>
          )}
        </Typography>
        {points !== null && points > 0 && (
          <Typography variant="caption" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
            {t('points', { count: points })}
          </Typography>
        )}
      </Box>
      {help && (
        <Typography
          id={`${id}-help`}
          variant="body2"
          color="textSecondary"
          dir="auto"
          sx={{ mb: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {help}
        </Typography>
      )}
      {children({ labelId, describedBy })}
      {error && (
        <Typography
          id={`${id}-error`}
          variant="body2"
          sx={{ mt: 0.75, color: 'error.main', fontWeight: 600, display: 'flex', gap: 0.75, alignItems: 'center' }}
        >
          <ErrorIcon aria-hidden sx={{ fontSize: 18 }} />
          {error}
        </Typography>
      )}
      {below}
    </Box>
  )
}

function Hidden({ children }: { children: string }) {
  return (
    <Box
      component="span"
      sx={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {children}
    </Box>
  )
}
