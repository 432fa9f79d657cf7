import AddIcon from '@mui/icons-material/StarBorder'
import StarIcon from '@mui/icons-material/Star'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Popover from '@mui/material/Popover'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { knownIconOf } from './icon-of-path.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { showToast } from '../ui/toasts.ts'
import { NavIcon } from './nav-icons.tsx'
import { searchPages, usePages } from './page-list.ts'

const most = 30
/** So many stand in the bar itself; the menu has all. */
const inBar = 4

/** The person's favourite pages: icons in the bar, and a menu with a star for each page. */
export function Favourites({ small }: { small: boolean }) {
  const { t } = useTranslation('shell')
  const { preferences, prefer } = useSession()
  const pages = usePages()
  const Anchor = useAnchor()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  const starred = preferences.favourites.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  const shown = typed ? searchPages(pages, typed, 10) : [...starred, ...pages.filter((page) => !starred.includes(page))]

  const toggle = (path: string) => {
    const has = preferences.favourites.includes(path)
    if (!has && preferences.favourites.length >= most) return showToast({ variant: 'warning', text: t('favourites.full') })
    prefer({ favourites: has ? preferences.favourites.filter((one) => one !== path) : [...preferences.favourites, path] }).catch(() =>
      showToast({ variant: 'error', text: t('user.preferencesFailed') }),
    )
  }
  return (
    <>
      <Box component="nav" aria-label={t('favourites.label')} sx={{ display: 'flex', alignItems: 'center' }}>
        {!small &&
          starred.slice(0, inBar).map((page) => (
            <Tooltip key={page.path} title={page.group ? `${page.title} · ${page.group}` : page.title}>
              <IconButton component={Anchor} href={page.path} aria-label={page.title}>
                <NavIcon name={knownIconOf(page.path)} />
              </IconButton>
            </Tooltip>
          ))}
        <Tooltip title={t('favourites.add')}>
          <IconButton aria-label={t('favourites.add')} aria-haspopup="dialog" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
            {starred.length > 0 ? <StarIcon fontSize="small" /> : <AddIcon fontSize="small" />}
          </IconButton>
        </Tooltip>
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => {
          setAnchor(null)
          setTyped('')
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { width: 320, maxHeight: 480, display: 'flex', flexDirection: 'column' }, 'aria-label': t('favourites.label') } }}
      >
        <Box sx={{ p: 1.5, pb: 1 }}>
          <TextField
            autoFocus
            fullWidth
            size="small"
            type="search"
            placeholder={t('favourites.search')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': t('favourites.search') } }}
          />
        </Box>
        {starred.length === 0 && !typed && (
          <Typography variant="caption" color="textSecondary" sx={{ px: 2, pb: 0.5 }}>
            {t('favourites.none')}
          </Typography>
        )}
        <MenuList dense sx={{ overflowY: 'auto', p: 0.75 }}>
          {shown.length === 0 && <MenuItem disabled>{t('toolbar.noResults')}</MenuItem>}
          {shown.map((page) => {
            const has = preferences.favourites.includes(page.path)
            return (
              <Box component="li" role="none" key={page.path} sx={{ display: 'flex', alignItems: 'center' }}>
                <MenuItem component={Anchor} href={page.path} onClick={() => setAnchor(null)} sx={{ flex: 1, minWidth: 0 }}>
                  <ListItemText primary={page.title} secondary={page.group || undefined} slotProps={{ primary: { noWrap: true, variant: 'body2' }, secondary: { variant: 'caption' } }} />
                </MenuItem>
                <IconButton
                  size="small"
                  aria-pressed={has}
                  aria-label={t(has ? 'favourites.unstar' : 'favourites.star', { name: page.title })}
                  onClick={() => toggle(page.path)}
                >
                  {has ? <StarIcon fontSize="small" color="primary" /> : <AddIcon fontSize="small" />}
                </IconButton>
              </Box>
            )
          })}
        </MenuList>
      </Popover>
    </>
  )
}
