import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askBadgeChoice } from './asks.ts'
import { ownAddress } from './picture-address.ts'
import type { RuleDraft } from './rule-draft.ts'

type Named = NonNullable<RuleDraft['badge']>

/** The badge that a rule gives, found by its title. */
export function BadgeField({
  value,
  onChange,
  error,
}: {
  value: Named | null
  onChange: (badge: Named | null) => void
  error: string | undefined
}) {
  const { t } = useTranslation('badgeRules')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed === value?.title ? '' : typed.trim())
  const found = useQuery({ ...askBadgeChoice(search), placeholderData: keepPreviousData })
  return (
    <Autocomplete
      options={(found.data?.items ?? []).map(({ id, title, pictureUrl }): Named => ({ id, title, pictureUrl }))}
      filterOptions={(options) => options}
      loading={found.isPending}
      noOptionsText={t('editor.noBadges')}
      value={value}
      onChange={(_, badge) => onChange(badge)}
      onInputChange={(_, text) => setTyped(text)}
      getOptionLabel={(badge) => badge.title}
      getOptionKey={(badge) => badge.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      renderOption={({ key, ...option }, badge) => (
        <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
          <Box component="img" src={ownAddress(badge.pictureUrl)} alt="" width={32} height={32} />
          {badge.title}
        </Box>
      )}
      renderInput={(params) => (
        <TextField {...params} required label={t('list.badge')} error={Boolean(error)} helperText={error} />
      )}
    />
  )
}
