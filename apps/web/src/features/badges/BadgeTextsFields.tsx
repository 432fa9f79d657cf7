import { type BadgeTexts, badgeLimits } from '@learnt/contract/badge-design'
import { directionOf, findLocale, type Locale, locales } from '@learnt/contract/locales'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const fields = ['description', 'criteria'] as const

/** Description and criteria in each language; where one is missing, people read English, then any other. */
export function BadgeTextsFields({
  description,
  criteria,
  complaint,
  onChange,
}: {
  description: BadgeTexts
  criteria: BadgeTexts
  complaint: (field: string) => string | undefined
  onChange: (next: { description?: BadgeTexts; criteria?: BadgeTexts }, field: string) => void
}) {
  const { t, i18n } = useTranslation('badges')
  const [locale, setLocale] = useState<Locale>(findLocale(i18n.language) ?? 'en')
  const texts = { description, criteria }
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={locale}
        onChange={(_, next: Locale | null) => next && setLocale(next)}
        aria-label={t('design.language')}
      >
        {locales.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`languages.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {fields.map((field) => {
        const wrong = complaint(`${field}.${locale}`)
        return (
          <TextField
            key={field}
            multiline
            minRows={2}
            maxRows={10}
            label={t(`design.${field}`)}
            value={texts[field][locale]}
            onChange={(event) =>
              onChange({ [field]: { ...texts[field], [locale]: event.target.value } }, `${field} ${locale}`)
            }
            error={Boolean(wrong)}
            helperText={wrong ?? t(`design.${field}Help`)}
            slotProps={{
              htmlInput: { maxLength: badgeLimits.description, dir: directionOf(locale), lang: locale },
            }}
          />
        )
      })}
    </>
  )
}
