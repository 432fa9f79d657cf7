import type { QuickSettings } from '@learnt/contract/layout'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'
import { useSession } from '../api/SessionProvider.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { DateText } from '../ui/DateText.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { showToast } from '../ui/toasts.ts'
import type { SidePanelProps } from './panels.ts'
import { noDrafts, QuickNotes } from './QuickNotes.tsx'
import { SideDrawer } from './SideDrawer.tsx'

const switches = ['notifications', 'cloudSync', 'retroThrusters'] as const satisfies (keyof QuickSettings)[]

/** The day, the person's next events, own notes and three switches. */
export function QuickPanel({ open, onClose }: SidePanelProps) {
  const { t, i18n } = useTranslation('panels')
  const { preferences, prefer, start, settings } = useSession()
  const data = useQuery({ ...queryOf(api.quickPanel.data), enabled: open })
  // here and not in the drawer, whose content goes when it closes: Escape and a click beside are soon done
  const [drafts, setDrafts] = useState(noDrafts)
  const today = new Date(start.serverTime)
  // the page may have stood open for days: what the server said at its start only gives the distance
  const now = Math.abs(Date.now() - today.getTime()) < 14 * 86_400_000 ? new Date() : today
  const say = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: settings.timeZone }).format(now)
  return (
    <SideDrawer open={open} onClose={onClose} title={t('quick.title')} width={320}>
      <Section title={t('quick.today')}>
        <Typography component="p" sx={{ fontSize: '1.75rem', lineHeight: 1.2 }}>
          {say({ weekday: 'long' })}
        </Typography>
        <Typography component="p" color="textSecondary" sx={{ fontSize: '1.5rem', lineHeight: 1.3 }}>
          {say({ day: 'numeric', month: 'long' })}
        </Typography>
      </Section>
      {data.error ? (
        <ErrorState error={data.error} onRetry={() => void data.refetch()} />
      ) : (
        <>
          <Section title={t('quick.events')}>
            {data.data?.events.length ? (
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {data.data.events.map((event) => (
                  <Box component="li" key={event.id} sx={{ py: 0.75 }}>
                    <AppLink href={event.href || '/apps/calendar'}>
                      {event.mark === 'expires' ? t('quick.expires', { title: event.title }) : event.title}
                    </AppLink>
                    <Typography variant="body2" color="textSecondary">
                      {event.days ? (
                        <DateText value={event.days.first} />
                      ) : (
                        <DateText value={event.startsAt} format="minute" />
                      )}
                    </Typography>
                    {event.joinHref && <AppLink href={event.joinHref}>{t('quick.join')}</AppLink>}
                  </Box>
                ))}
              </Box>
            ) : (
              <Typography color="textSecondary">{t(data.isPending ? 'quick.loading' : 'quick.noEvents')}</Typography>
            )}
          </Section>
          <Section title={t('quick.notes')}>
            {data.isPending ? (
              <Typography color="textSecondary">{t('quick.loading')}</Typography>
            ) : (
              <QuickNotes notes={data.data.notes} drafts={drafts} onDrafts={setDrafts} />
            )}
          </Section>
        </>
      )}
      <Section title={t('quick.settings')}>
        {switches.map((name) => (
          <FormControlLabel
            key={name}
            label={t(`quick.switches.${name}`)}
            labelPlacement="start"
            sx={{ justifyContent: 'space-between', mx: 0, width: '100%' }}
            control={
              <Switch
                checked={preferences.quick[name]}
                onChange={(event) =>
                  void prefer({ quick: { ...preferences.quick, [name]: event.target.checked } }).catch(() =>
                    showToast({ variant: 'error', text: t('theme.failed') }),
                  )
                }
              />
            }
          />
        ))}
      </Section>
    </SideDrawer>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ mb: 3.5 }}>
      <Typography id={id} variant="overline" component="h3" color="textSecondary" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
