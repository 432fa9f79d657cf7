import type { Due } from '@learnt/contract/permissions'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** When it is due: never, some days after it was given, or on a day. `counted`: ways to count from something else. */
export function DueField({
  value,
  onChange,
  error,
  disabled = false,
  counted,
}: {
  value: Due
  onChange: (due: Due) => void
  error?: string | undefined
  disabled?: boolean
  counted?: { options: readonly { kind: Due['kind']; first: Due }[]; fields: ReactNode }
}) {
  const { t } = useTranslation('permissions')
  const choose = (kind: string) => {
    if (kind === 'after') onChange({ kind, days: 30 })
    else if (kind === 'on') onChange({ kind, day: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) })
    else onChange(counted?.options.find((one) => one.kind === kind)?.first ?? { kind: 'none' })
  }
  const days = (kind: 'after' | 'signIn') => (
    <DaysField
      value={'days' in value ? value.days : 0}
      error={error}
      disabled={disabled}
      onChange={(next) => onChange({ kind, days: next })}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: {
            xs: '1fr',
            sm: ['after', 'on', 'signIn'].includes(value.kind) ? '1fr 1fr' : '1fr',
          },
          alignItems: 'start',
        }}
      >
        <TextField
          select
          size="small"
          label={t('due.label')}
          value={value.kind}
          disabled={disabled}
          onChange={(event) => choose(event.target.value)}
        >
          <MenuItem value="none">{t('due.none')}</MenuItem>
          <MenuItem value="after">{t('due.after')}</MenuItem>
          <MenuItem value="on">{t('due.on')}</MenuItem>
          {counted?.options.map(({ kind }) => (
            <MenuItem key={kind} value={kind} sx={{ whiteSpace: 'normal' }}>
              {t(`due.${kind as 'signIn'}`)}
            </MenuItem>
          ))}
        </TextField>
        {(value.kind === 'after' || value.kind === 'signIn') && days(value.kind)}
        {value.kind === 'on' && (
          <TextField
            size="small"
            type="date"
            label={t('due.day')}
            value={value.day}
            disabled={disabled}
            error={Boolean(error)}
            helperText={error ?? t('due.zone')}
            onChange={(event) => onChange({ kind: 'on', day: event.target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        )}
      </Box>
      {counted?.fields}
    </Box>
  )
}

/** A number of days. */
export function DaysField({
  value,
  onChange,
  error,
  disabled = false,
}: {
  value: number
  onChange: (days: number) => void
  error?: string | undefined
  disabled?: boolean
}) {
  const { t } = useTranslation('permissions')
  return (
    <TextField
      size="small"
      type="number"
      label={t('due.days')}
      value={value || ''}
      disabled={disabled}
      error={Boolean(error)}
      helperText={error}
      onChange={(event) => onChange(Math.floor(Number(event.target.value)))}
      slotProps={{ htmlInput: { min: 1, max: 3650, step: 1, inputMode: 'numeric' } }}
    />
  )
}
