import QuickIcon from '@mui/icons-material/FormatListBulleted'
import StarIcon from '@mui/icons-material/StarBorder'
import StoreIcon from '@mui/icons-material/StorefrontOutlined'
import JobIcon from '@mui/icons-material/TaskOutlined'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../ui/AppLink.tsx'
import { CountBadge } from './CountBadge.tsx'
import { FavouritesPanel } from './FavouritesPanel.tsx'
import { JobTray } from './JobTray.tsx'
import { usePages } from './page-list.ts'
import { openPanel } from './panels.ts'
import { useJobs } from './use-jobs.ts'
import { useMarketplace } from './use-marketplace.ts'
import { usePanel } from './use-panel.ts'

/** What the toolbar has no place for on a phone, in the person's menu. */
export function ToolItems({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const Anchor = useAnchor()
  const pages = usePages()
  const favourites = usePanel()
  const tray = usePanel()
  const { jobs, running } = useJobs()
  const marketplace = useMarketplace()
  const closing = ({ panel }: ReturnType<typeof usePanel>) => ({
    ...panel,
    onClose: () => {
      panel.onClose()
      onClose()
    },
  })
  return (
    <>
      <Divider sx={{ my: 1 }} />
      <MenuList aria-label={t('toolbar.label')} sx={{ px: 1, py: 0 }}>
        <MenuItem {...favourites.button} aria-haspopup="dialog">
          <ListItemIcon>
            <StarIcon fontSize="small" />
          </ListItemIcon>
          {t('favourites.label')}
        </MenuItem>
        <MenuItem {...tray.button} aria-haspopup="dialog" aria-label={t('jobs.button', { running })}>
          <ListItemIcon>
            <CountBadge count={running}>
              <JobIcon fontSize="small" />
            </CountBadge>
          </ListItemIcon>
          {t('jobs.label')}
        </MenuItem>
        <MenuItem
          aria-haspopup="dialog"
          onClick={() => {
            onClose()
            openPanel('quick')
          }}
        >
          <ListItemIcon>
            <QuickIcon fontSize="small" />
          </ListItemIcon>
          {t('toolbar.quickPanel')}
        </MenuItem>
        {marketplace && (
          <MenuItem component={Anchor} {...marketplace} onClick={onClose}>
            <ListItemIcon>
              <StoreIcon fontSize="small" />
            </ListItemIcon>
            {t('toolbar.marketplace')}
          </MenuItem>
        )}
      </MenuList>
      {favourites.wanted && <FavouritesPanel {...closing(favourites)} pages={pages} />}
      {tray.wanted && (
        <JobTray {...closing(tray)} jobs={jobs.data?.items} error={jobs.error} onRetry={() => void jobs.refetch()} />
      )}
    </>
  )
}
