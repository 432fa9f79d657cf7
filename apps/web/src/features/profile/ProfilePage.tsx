import { locales } from '@learnt/contract/locales'
import { findPalette, paletteNames } from '@learnt/contract/palettes'
import type { Preferences } from '@learnt/contract/session'
import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { showToast } from '../../ui/toasts.ts'
import { chooseLanguage } from '../../words/i18n.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { AddressesPanel } from './AddressesPanel.tsx'
import { DataPanel } from './DataPanel.tsx'
import { FactorsPanel } from './FactorsPanel.tsx'
import { IdentitiesPanel } from './IdentitiesPanel.tsx'
import { ImpersonationList } from './ImpersonationList.tsx'
import { OwnDetails } from './OwnDetails.tsx'
import { SessionList } from './SessionList.tsx'
import { profileSlots } from './slots.ts'

/** Who one is here, language and look, and where one is signed in. */
export function ProfilePage() {
  const { t, i18n } = useTranslation(['profile', 'accounts', 'factors', 'common', 'shell'])
  const me = useMe()
  const { team, settings, preferences, prefer } = useSession()
  const name = fullName(me)
  const ofTeam = chooseLanguage(null, settings.defaultLocale, navigator.languages)
  const keep = (change: Partial<Preferences>) => {
    prefer(change).catch(() => showToast({ variant: 'error', text: t('failed') }))
  }
  const about: [label: string, value: ReactNode][] = [
    [t('name'), name],
    [t('email'), me.email || '–'],
    [t('team'), team.displayName === team.tenantName ? team.displayName : `${team.displayName} · ${team.tenantName}`],
    [
      t('roles'),
      new Intl.ListFormat(i18n.language).format(
        me.roles.map((role) => t(`common:roles.${role as 'learner'}`, { defaultValue: role })),
      ),
    ],
  ]
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2.5, alignItems: 'flex-start', mb: 1 }}>
        <PersonAvatar key={me.avatar} name={name} src={me.avatar && `${me.avatar}?w=512`} size={72} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <PageHeader title={name} text={me.email} kicker={t('title')} />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          // never wider than the page: tables scroll inside of their cards
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <Part title={t('about')} text={t('aboutText')}>
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(88px, auto) 1fr', columnGap: 3, rowGap: 1.25 }}
          >
            {about.map(([label, value]) => (
              <Box key={label} sx={{ display: 'contents' }}>
                <Typography component="dt" variant="body2" color="textSecondary">
                  {label}
                </Typography>
                <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
                  {value}
                </Typography>
              </Box>
            ))}
          </Box>
        </Part>
        <Part title={t('settings')} text={t('settingsText')}>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <TextField
              select
              label={t('language')}
              value={preferences.locale ?? ''}
              onChange={(event) => keep({ locale: (event.target.value || null) as Preferences['locale'] })}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{t('asTeam', { language: t(`shell:languages.${ofTeam}`) })}</MenuItem>
              {locales.map((locale) => (
                <MenuItem key={locale} value={locale} lang={locale}>
                  {t(`shell:languages.${locale}`)}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label={t('days')}
              value={preferences.days ?? ''}
              onChange={(event) => keep({ days: (event.target.value || null) as Preferences['days'] })}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{t('daysUsual')}</MenuItem>
              <MenuItem value="iso">2026-11-24</MenuItem>
              <MenuItem value="words">{t('daysInWords')}</MenuItem>
            </TextField>
            <TextField
              select
              label={t('look')}
              value={preferences.colorScheme}
              onChange={(event) => keep({ colorScheme: event.target.value as Preferences['colorScheme'] })}
            >
              {(['light', 'dark', 'system'] as const).map((scheme) => (
                <MenuItem key={scheme} value={scheme}>
                  {t(scheme)}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label={t('palette')}
              value={preferences.theme ?? ''}
              onChange={(event) => keep({ theme: event.target.value || null })}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{t('paletteTeam')}</MenuItem>
              {paletteNames.map((palette) => (
                <MenuItem key={palette} value={palette} sx={{ gap: 1.5 }}>
                  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
                    <Swatch first={findPalette(palette).primary} second={findPalette(palette).secondary} />
                    {t(`common:palettes.${palette}`)}
                  </Box>
                </MenuItem>
              ))}
            </TextField>
            <FormGroup>
              {(['badges', 'certificates'] as const).map((about) => (
                <FormControlLabel
                  key={about}
                  label={t(`mails.${about}`)}
                  control={
                    <Switch
                      checked={preferences.mails[about]}
                      onChange={(_, wanted) => keep({ mails: { ...preferences.mails, [about]: wanted } })}
                    />
                  }
                />
              ))}
            </FormGroup>
          </Box>
        </Part>
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part title={t('details.title')} text={t('details.text')}>
              <OwnDetails />
            </Part>
          </Box>
        )}
        {(['fields', 'badges', 'certificates', 'points'] as const).map((name) => {
          const Slot = profileSlots[name]
          const isOff = (name === 'badges' || name === 'certificates') && settings.features[name] === false
          return (
            Slot &&
            !isOff && (
              <Box key={name} sx={{ gridColumn: { lg: '1 / -1' } }}>
                <Slot />
              </Box>
            )
          )
        })}
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part title={t('addresses.title')} text={t('addresses.text')}>
              <AddressesPanel />
            </Part>
          </Box>
        )}
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part title={t('accounts:profile.title')} text={t('accounts:profile.text')}>
              <AccountPanel />
            </Part>
          </Box>
        )}
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part title={t('factors:profile.title')} text={t('factors:profile.text')}>
              <FactorsPanel />
            </Part>
          </Box>
        )}
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part title={t('identities.title')} text={t('identities.text')}>
              <IdentitiesPanel />
            </Part>
          </Box>
        )}
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part
              title={t('sessions.title')}
              text={t('sessions.text')}
              end={
                <AppLink href={paths.sessions} variant="body2">
                  {t('sessions.all')}
                </AppLink>
              }
            >
              <SessionList most={3} />
            </Part>
          </Box>
        )}
        <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
          <Part title={t('impersonation.title')} text={t('impersonation.text')}>
            <ImpersonationList />
          </Part>
        </Box>
        {!me.impersonation && (
          <Box sx={{ gridColumn: { lg: '1 / -1' } }}>
            <Part title={t('data.title')} text={t('data.text')}>
              <DataPanel />
            </Part>
          </Box>
        )}
      </Box>
    </>
  )
}

function Part({ title, text, end, children }: { title: string; text: string; end?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2.5, sm: 3 } }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
        <Typography variant="h2" id={id} sx={{ flex: 1 }}>
          {title}
        </Typography>
        {end}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2.5 }}>
        {text}
      </Typography>
      {children}
    </Card>
  )
}

function Swatch({ first, second }: { first: string; second: string }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ display: 'inline-flex', borderRadius: '6px', overflow: 'hidden', border: 1, borderColor: 'divider' }}
    >
      <span style={{ width: 16, height: 16, background: first }} />
      <span style={{ width: 16, height: 16, background: second }} />
    </Box>
  )
}
