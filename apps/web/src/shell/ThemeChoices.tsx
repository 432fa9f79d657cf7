import { isHex } from '@learnt/contract/contrast'
import { findPalette, type PaletteName, paletteNames } from '@learnt/contract/palettes'
import type { Preferences } from '@learnt/contract/session'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { barThemeNames, findBarTheme, type ThemeArea, themeAreas } from '../ui/named-themes.ts'

type Change = Partial<Pick<Preferences, 'theme' | 'barThemes'>>
type Name = 'team' | (typeof barThemeNames)[number]

/** A theme for each of the four parts of the page. */
export function ThemeChoices({ onKeep }: { onKeep: (change: Change) => void }) {
  const { t } = useTranslation('panels')
  const { preferences, team, settings } = useSession()
  const { theme, barThemes } = preferences
  const main = (theme ? '' : team.theme.primaryColor) || findPalette(theme ?? team.theme.palette).primary
  return themeAreas.map((area) => {
    const brand = {
      navbar: team.theme.sidebarBackgroundColor,
      toolbar: team.theme.topHeaderBackgroundColor,
      footer: '',
    }
    const taken = area !== 'main' && isHex(brand[area]) && !settings.allowsOwnBars
    const names: Name[] = area === 'main' ? ['team', ...paletteNames] : ['team', ...barThemeNames]
    const colours = (name: Name): [string, string] => {
      if (name === 'team') {
        const palette = findPalette(team.theme.palette)
        return area === 'main'
          ? [team.theme.primaryColor || palette.primary, team.theme.secondaryColor || palette.secondary]
          : [brand[area] || '#ffffff', main]
      }
      if (area === 'main') {
        const palette = findPalette(name)
        return [palette.primary, palette.secondary]
      }
      const bar = findBarTheme(name, main)
      return bar ? [bar.ground, bar.accent] : ['#ffffff', main]
    }
    return (
      <Swatches
        key={area}
        area={area}
        names={names}
        coloursOf={colours}
        value={(area === 'main' ? theme : barThemes[area]) ?? 'team'}
        {...(taken ? { why: t('theme.brandStays') } : {})}
        onChange={(name) => {
          const chosen = name === 'team' ? null : name
          onKeep(
            area === 'main' ? { theme: chosen as PaletteName | null } : { barThemes: { ...barThemes, [area]: chosen } },
          )
        }}
      />
    )
  })
}

function Swatches({
  area,
  names,
  coloursOf,
  value,
  why,
  onChange,
}: {
  area: ThemeArea
  names: Name[]
  coloursOf: (name: Name) => [string, string]
  value: string
  /** Why nothing can be chosen here. */
  why?: string
  onChange: (name: Name) => void
}) {
  const { t } = useTranslation(['panels', 'common'])
  const id = useId()
  const nameOf = (name: Name) => {
    if (name === 'team') return t(area === 'main' ? 'theme.names.team' : 'theme.names.asPage')
    return name === 'mainThemeLight' || name === 'mainThemeDark'
      ? t(`theme.names.${name}`)
      : t(`common:palettes.${name}`)
  }
  return (
    <Box>
      <Typography id={id} variant="caption" component="p" color="textSecondary" sx={{ mb: 0.5 }}>
        {t(`theme.areas.${area}`)}
      </Typography>
      {why && (
        <Typography id={`${id}-why`} variant="caption" component="p" sx={{ mb: 0.5 }}>
          {why}
        </Typography>
      )}
      <ToggleButtonGroup
        exclusive
        color="primary"
        size="small"
        disabled={why !== undefined}
        aria-labelledby={id}
        {...(why ? { 'aria-describedby': `${id}-why` } : {})}
        value={value}
        onChange={(_, name: Name | null) => name && onChange(name)}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 0.75 }}
      >
        {names.map((name) => {
          const [ground, accent] = coloursOf(name)
          return (
            <ToggleButton
              key={name}
              value={name}
              sx={{
                flexDirection: 'column',
                gap: 0.5,
                p: 0.5,
                pb: 0.25,
                border: '2px solid transparent !important',
                borderRadius: '10px !important',
                margin: '0 !important',
                textTransform: 'none',
                fontSize: '0.6875rem',
                lineHeight: 1.25,
                minHeight: 62,
                justifyContent: 'flex-start',
                color: 'text.primary',
                opacity: why ? 0.6 : 1,
                '&.Mui-selected': { borderColor: 'primary.main !important' },
              }}
            >
              <Box
                component="span"
                aria-hidden
                sx={(theme) => ({
                  width: '100%',
                  height: 28,
                  borderRadius: '7px',
                  border: `1px solid ${theme.line}`,
                  background: `linear-gradient(90deg, ${ground} 0 68%, ${accent} 68%)`,
                })}
              />
              {nameOf(name)}
            </ToggleButton>
          )
        })}
      </ToggleButtonGroup>
    </Box>
  )
}
