import { isHex } from '@learnt/contract/contrast'
import ClearIcon from '@mui/icons-material/Clear'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'

/** A colour by the browser's own chooser or as `#rrggbb`; empty means the one that stands behind it. */
export function ColorField({
  name,
  label,
  help,
  otherwise,
}: {
  name: string
  label: string
  help: string
  /** What is shown while the field is empty. */
  otherwise: string
}) {
  const { t } = useTranslation(['settings', 'problems'])
  const { t: words } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const value = String(field.value ?? '')
  const error = fieldText(words, fieldState.error?.message)
  return (
    <TextField
      fullWidth
      name={name}
      label={label}
      value={value}
      placeholder={otherwise}
      inputRef={field.ref}
      onBlur={() => {
        field.onChange(withHash(value))
        field.onBlur()
      }}
      onChange={(event) => field.onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error || help}
      autoComplete="off"
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { dir: 'ltr', spellCheck: false, maxLength: 9 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Box
                component="input"
                type="color"
                aria-label={t('theme.pick', { label })}
                value={isHex(value) ? value : otherwise}
                onChange={(event) => field.onChange(event.target.value)}
                sx={{
                  width: 34,
                  height: 34,
                  p: 0,
                  border: 1,
                  borderColor: 'divider',
                  borderRadius: '8px',
                  bgcolor: 'transparent',
                  cursor: 'pointer',
                  overflow: 'hidden',
                  '&::-webkit-color-swatch-wrapper': { p: 0 },
                  '&::-webkit-color-swatch': { border: 0 },
                }}
              />
            </InputAdornment>
          ),
          endAdornment: value !== '' && (
            <InputAdornment position="end">
              <IconButton size="small" aria-label={t('theme.clear', { label })} onClick={() => field.onChange('')}>
                <ClearIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** `abc` and `a1b2c3` mean colours as well. */
function withHash(typed: string): string {
  const text = typed.trim().toLowerCase()
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text)
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`
  return /^[0-9a-f]{6}$/.test(text) ? `#${text}` : text
}
