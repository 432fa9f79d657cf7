import { type Locale, locales } from '@learnt/contract/locales'
import DarkIcon from '@mui/icons-material/DarkModeOutlined'
import LightIcon from '@mui/icons-material/LightModeOutlined'
import DeviceIcon from '@mui/icons-material/SettingsBrightnessOutlined'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { showToast } from '../ui/toasts.ts'

/** Language and look, stored with the person. */
export function Choices() {
  const { t } = useTranslation('shell')
  const { preferences, prefer } = useSession()
  const { i18n } = useTranslation()
  const failed = () => showToast({ variant: 'error', text: t('user.preferencesFailed') })
  return (
    <Box sx={{ px: 2.5, py: 0.5, display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="overline" component="p" color="textSecondary" id="choose-language">
          {t('user.language')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          color="primary"
          aria-labelledby="choose-language"
          value={locales.find((locale) => locale === i18n.language) ?? 'en'}
          onChange={(_, locale: Locale | null) => locale && void prefer({ locale }).catch(failed)}
        >
          {locales.map((locale) => (
            <ToggleButton key={locale} value={locale} lang={locale} sx={{ textTransform: 'none' }}>
              {t(`languages.${locale}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <Box>
        <Typography variant="overline" component="p" color="textSecondary" id="choose-look">
          {t('user.look')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          color="primary"
          aria-labelledby="choose-look"
          value={preferences.colorScheme}
          onChange={(_, colorScheme: 'light' | 'dark' | 'system' | null) =>
            colorScheme && void prefer({ colorScheme }).catch(failed)
          }
        >
          <ToggleButton value="light" aria-label={t('user.light')} title={t('user.light')}>
            <LightIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="dark" aria-label={t('user.dark')} title={t('user.dark')}>
            <DarkIcon fontSize="small" />
          </ToggleButton>
          <ToggleButton value="system" aria-label={t('user.system')} title={t('user.system')}>
            <DeviceIcon fontSize="small" />
          </ToggleButton>
        </ToggleButtonGroup>
      </Box>
    </Box>
  )
}
