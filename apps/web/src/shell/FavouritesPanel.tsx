import StarIcon from '@mui/icons-material/Star'
import AddIcon from '@mui/icons-material/StarBorder'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { useAnchor } from '../ui/AppLink.tsx'
import { showToast } from '../ui/toasts.ts'
import { Panel, type PanelProps } from './Panel.tsx'
import { type PageEntry, searchPages } from './page-list.ts'

const most = 30

export function FavouritesPanel({ anchor, onClose, pages }: PanelProps & { pages: PageEntry[] }) {
  const { t } = useTranslation('shell')
  const { preferences, prefer } = useSession()
  const Anchor = useAnchor()
  const [typed, setTyped] = useState('')
  const starred = preferences.favourites.flatMap((path) => pages.find((page) => page.path === path) ?? [])
  const shown = typed ? searchPages(pages, typed, 10) : [...starred, ...pages.filter((page) => !starred.includes(page))]
  const close = () => {
    onClose()
    setTyped('')
  }
  const toggle = (path: string) => {
    const has = preferences.favourites.includes(path)
    if (!has && preferences.favourites.length >= most)
      return showToast({ variant: 'warning', text: t('favourites.full') })
    prefer({
      favourites: has ? preferences.favourites.filter((one) => one !== path) : [...preferences.favourites, path],
    }).catch(() => showToast({ variant: 'error', text: t('user.preferencesFailed') }))
  }
  return (
    <Panel anchor={anchor} onClose={close} label={t('favourites.label')} width={330} from="start">
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
        <Typography variant="caption" component="p" color="textSecondary" sx={{ px: 2, pb: 0.5 }}>
          {t('favourites.none')}
        </Typography>
      )}
      {shown.length === 0 && (
        <Typography role="status" color="textSecondary" sx={{ px: 2, pb: 2 }}>
          {t('toolbar.noResults')}
        </Typography>
      )}
      <MenuList dense sx={{ overflowY: 'auto', maxHeight: 380, p: 0.75 }}>
        {shown.map((page) => {
          const has = preferences.favourites.includes(page.path)
          return (
            <Box component="li" role="none" key={page.path} sx={{ display: 'flex', alignItems: 'center' }}>
              <MenuItem component={Anchor} href={page.path} onClick={close} sx={{ flex: 1, minWidth: 0 }}>
                <ListItemText
                  primary={page.title}
                  secondary={page.group || undefined}
                  slotProps={{ primary: { noWrap: true, variant: 'body2' }, secondary: { variant: 'caption' } }}
                />
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
    </Panel>
  )
}
