import { sizes } from '@learnt/contract/measures'
import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import QuickIcon from '@mui/icons-material/FormatListBulleted'
import MenuIcon from '@mui/icons-material/Menu'
import StoreIcon from '@mui/icons-material/StorefrontOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLocation, useRouter } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { useAnchor } from '../ui/AppLink.tsx'
import { tip } from '../ui/tip.ts'
import { Favourites } from './Favourites.tsx'
import { JobButton } from './JobButton.tsx'
import { OrganisationMenu } from './OrganisationMenu.tsx'
import { openPanel } from './panels.ts'
import { SearchButton } from './SearchButton.tsx'
import { toolbarSlots } from './slots.ts'
import { UserMenu } from './UserMenu.tsx'
import { useEndedJobs } from './use-jobs.ts'
import { useMarketplace } from './use-marketplace.ts'

interface ToolbarProps {
  small: boolean
  bare: boolean
  /** Stays in place while the page scrolls. */
  fixed: boolean
  /** Logo and name, where no navigation at the side has them. */
  brand?: ReactNode
  /** Widest content, where the page is boxed. */
  width?: number | undefined
  onMenu: () => void
}

/** The bar above the page, 64 high; on a phone four buttons, the rest in the person's menu. `bare`: only the button that opens the drawer. Not drawn again with every page. */
export const Toolbar = memo(function Toolbar({ small, bare, fixed, brand, width, onMenu }: ToolbarProps) {
  const { t } = useTranslation('shell')
  const { settings } = useSession()
  const router = useRouter()
  const Anchor = useAnchor()
  const offersBack = useLocation({ select: (location) => /^\/(blogs|blog\/|product\/)/.test(location.pathname) })
  const { balance: Balance, bell: Bell, chat: Chat } = toolbarSlots
  const back = settings.showsBackButton && offersBack
  const marketplace = useMarketplace()
  const phone = useMediaQuery(useTheme().breakpoints.down('md'))
  useEndedJobs()
  return (
    <Box
      component="header"
      aria-label={t('toolbar.label')}
      sx={(theme) => ({
        ...tip(theme),
        position: fixed ? 'sticky' : 'relative',
        top: 0,
        zIndex: theme.zIndex.appBar,
        height: sizes.toolbar,
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.25, sm: 1 },
        px: { xs: 1, sm: 2, lg: width ? `max(24px, calc((100% - ${width}px) / 2))` : 3 },
        backgroundColor: theme.bars.toolbar.ground,
        color: theme.bars.toolbar.text,
        borderBottom: `1px solid ${theme.bars.toolbar.line}`,
        '& .MuiIconButton-root': { color: theme.bars.toolbar.text },
        '& .MuiIconButton-root:hover': { backgroundColor: theme.bars.toolbar.hover },
      })}
    >
      {small && (
        <IconButton onClick={onMenu} aria-label={t('navigation.open')} aria-haspopup="dialog">
          <MenuIcon />
        </IconButton>
      )}
      {brand}
      {!bare && (
        <>
          {back && (
            <Button color="inherit" startIcon={<ArrowBackIcon />} onClick={() => router.history.back()}>
              {t('toolbar.back')}
            </Button>
          )}
          <SearchButton small={small} />
          {!phone && <Favourites small={small} />}
          <Box sx={{ flex: 1 }} />
          {settings.rewards && Balance && <Balance />}
          {!phone && (
            <>
              {marketplace &&
                (small ? (
                  <IconButton
                    component={Anchor}
                    {...marketplace}
                    data-tip={t('toolbar.marketplace')}
                    aria-label={t('toolbar.marketplace')}
                  >
                    <StoreIcon />
                  </IconButton>
                ) : (
                  <Button component={Anchor} {...marketplace} color="inherit" startIcon={<StoreIcon />}>
                    {t('toolbar.marketplace')}
                  </Button>
                ))}
              <JobButton />
            </>
          )}
          {Bell && <Bell />}
          {Chat && <Chat />}
          {!phone && (
            <IconButton
              onClick={() => openPanel('quick')}
              data-tip={t('toolbar.quickPanel')}
              aria-label={t('toolbar.quickPanel')}
              aria-haspopup="dialog"
            >
              <QuickIcon />
            </IconButton>
          )}
          {!small && <OrganisationMenu />}
          <UserMenu small={small} withTools={phone} />
        </>
      )}
    </Box>
  )
})
