import StarIcon from '@mui/icons-material/Star'
import AddIcon from '@mui/icons-material/StarBorder'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { useAnchor } from '../ui/AppLink.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { knownIconOf } from './icon-of-path.ts'
import { NavIcon } from './NavIcon.tsx'
import { usePages } from './page-list.ts'
import { usePanel } from './use-panel.ts'

const FavouritesPanel = lazyPart(async () => (await import('./FavouritesPanel.tsx')).FavouritesPanel, { floats: true })

/** So many stand in the bar itself; the panel has all. */
const inBar = 4

/** The person's favourite pages: icons in the bar, and a panel with a star for each page. */
export function Favourites({ small }: { small: boolean }) {
  const { t } = useTranslation('shell')
  const { preferences } = useSession()
  const pages = usePages()
  const Anchor = useAnchor()
  const { wanted, panel, button } = usePanel()
  const starred = preferences.favourites.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  return (
    <Box component="nav" aria-label={t('favourites.label')} sx={{ display: 'flex', alignItems: 'center' }}>
      {!small &&
        starred.slice(0, inBar).map((page) => (
          <IconButton
            key={page.path}
            component={Anchor}
            href={page.path}
            data-tip={page.group ? `${page.title} · ${page.group}` : page.title}
            aria-label={page.title}
          >
            <NavIcon name={knownIconOf(page.path)} />
          </IconButton>
        ))}
      <IconButton {...button} data-tip={t('favourites.add')} aria-label={t('favourites.add')} aria-haspopup="dialog">
        {starred.length > 0 ? <StarIcon fontSize="small" /> : <AddIcon fontSize="small" />}
      </IconButton>
      {wanted && <FavouritesPanel {...panel} pages={pages} />}
    </Box>
  )
}
