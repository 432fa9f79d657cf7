import Button from '@mui/material/Button'
import { useMatches } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { NotYet } from '../ui/NotYet.tsx'

/** Page of a route that is declared and not built yet. */
export function NotYetPage() {
  const { t } = useTranslation(['shell', 'navigation', 'future'])
  const { me } = useSession()
  const Anchor = useAnchor()
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData.route })
  return (
    <NotYet
      title={route && t(`navigation:titles.${route.title}`)}
      about={route?.area && t(`future:about.${route.area}`)}
      action={
        <Button component={Anchor} href={me ? paths.home : paths.login} variant="contained">
          {t('notYet.home')}
        </Button>
      }
    />
  )
}
