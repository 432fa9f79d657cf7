import type { RequestRule } from '@learnt/contract/permissions'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'

/** Whether people must request an optional document, who decides, and who stands in after how many days. */
export function RequestField({
  value,
  error,
  onChange,
}: {
  value: RequestRule | null
  error?: string | undefined
  onChange: (request: RequestRule | null) => void
}) {
  const { t } = useTranslation('permissions')
  const choose = (to: string) => {
    if (to === 'managers') onChange({ to, standInAfterDays: 7 })
    else onChange(to === 'administrators' ? { to, standInAfterDays: null } : null)
  }
  const isForManagers = value?.to === 'managers'
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: isForManagers ? '1fr 1fr' : '1fr' },
        alignItems: 'start',
      }}
    >
      <TextField
        select
        size="small"
        label={t('request.label')}
        value={value?.to ?? 'nobody'}
        helperText={value ? t('request.help') : t('request.noneHelp')}
        onChange={(event) => choose(event.target.value)}
      >
        <MenuItem value="nobody">{t('request.nobody')}</MenuItem>
        <MenuItem value="managers">{t('request.managers')}</MenuItem>
        <MenuItem value="administrators">{t('request.administrators')}</MenuItem>
      </TextField>
      {value && isForManagers && (
        <TextField
          size="small"
          type="number"
          label={t('request.days')}
          value={value.standInAfterDays ?? ''}
          error={Boolean(error)}
          helperText={error ?? t('request.daysHelp')}
          onChange={({ target }) =>
            onChange({ ...value, standInAfterDays: target.value === '' ? null : Math.floor(Number(target.value)) })
          }
          slotProps={{ htmlInput: { min: 1, max: 365, step: 1, inputMode: 'numeric' } }}
        />
      )}
    </Box>
  )
}

/** The days are empty, or a whole number that the contract accepts. */
export function isRequestWrong(value: RequestRule | null): boolean {
  const days = value?.standInAfterDays ?? null
  return days !== null && !(days >= 1 && days <= 365)
}
