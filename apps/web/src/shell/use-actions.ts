import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { showToast } from '../ui/toasts.ts'
import { openPanel } from './panels.ts'

export interface Action {
  id: string
  title: string
  icon: string
  run: () => void
}

/** What can be done from everywhere, by its name. */
export function useActions(): Action[] {
  const { t } = useTranslation('panels')
  const { preferences, prefer } = useSession()
  const navigate = useNavigate()
  const keep = (change: Parameters<typeof prefer>[0]) =>
    void prefer(change).catch(() => showToast({ variant: 'error', text: t('theme.failed') }))
  // the search closes first: one panel at a time
  const open = (name: 'theme' | 'quick' | 'help') => () => setTimeout(() => openPanel(name))
  return [
    { id: 'do-theme', title: t('actions.theme'), icon: 'theme', run: open('theme') },
    { id: 'do-quick', title: t('actions.quick'), icon: 'menu', run: open('quick') },
    { id: 'do-help', title: t('actions.help'), icon: 'form', run: open('help') },
    { id: 'do-light', title: t('actions.light'), icon: 'theme', run: () => keep({ colorScheme: 'light' }) },
    { id: 'do-dark', title: t('actions.dark'), icon: 'theme', run: () => keep({ colorScheme: 'dark' }) },
    {
      id: 'do-fold',
      title: t(preferences.navbarFolded ? 'actions.unfold' : 'actions.fold'),
      icon: 'menu',
      run: () => keep({ navbarFolded: !preferences.navbarFolded }),
    },
    { id: 'do-logout', title: t('actions.logout'), icon: 'logout', run: () => void navigate({ to: paths.logout }) },
  ]
}
