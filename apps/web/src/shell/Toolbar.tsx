import { sizes } from '@learnt/contract/measures'
import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import MenuIcon from '@mui/icons-material/Menu'
import StoreIcon from '@mui/icons-material/StorefrontOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { findRoute, works } from '../route-book.ts'
import { useAnchor } from '../ui/AppLink.tsx'
import { tip } from '../ui/tip.ts'
import { Favourites } from './Favourites.tsx'
import { JobButton } from './JobButton.tsx'
import { OrganisationMenu } from './OrganisationMenu.tsx'
import { PageSearch } from './PageSearch.tsx'
import { toolbarSlots } from './slots.ts'
import { UserMenu } from './UserMenu.tsx'

/** The bar above the page, 64 high. `bare`: only the button that opens the drawer. */
export function Toolbar({ small, bare, onMenu }: { small: boolean; bare: boolean; onMenu: () => void }) {
  const { t } = useTranslation('shell')
  const { settings } = useSession()
  const router = useRouter()
  const Anchor = useAnchor()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { balance: Balance, bell: Bell, chat: Chat, quickPanel: QuickPanel } = toolbarSlots
  const back = settings.showsBackButton && /^\/(blogs|blog\/|product\/)/.test(pathname)
  const { marketplaceLink } = settings
  const marketplace =
    marketplaceLink !== '' &&
    (/^https?:/.test(marketplaceLink) || works(findRoute(marketplaceLink.split('?')[0] ?? '')))
  const outside = /^https?:/.test(marketplaceLink)
  return (
    <Box
      component="header"
      aria-label={t('toolbar.label')}
      sx={(theme) => ({
        ...tip(theme),
        position: 'sticky',
        top: 0,
        zIndex: theme.zIndex.appBar,
        height: sizes.toolbar,
        flexShrink: 0,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.25, sm: 1 },
        px: { xs: 1, sm: 2, lg: 3 },
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
      {!bare && (
        <>
          {back && (
            <Button color="inherit" startIcon={<ArrowBackIcon />} onClick={() => router.history.back()}>
              {t('toolbar.back')}
            </Button>
          )}
          <PageSearch small={small} />
          <Favourites small={small} />
          <Box sx={{ flex: 1 }} />
          {settings.rewards && Balance && <Balance />}
          {marketplace &&
            (small ? (
              <IconButton
                component={Anchor}
                href={marketplaceLink}
                {...(outside ? { target: '_blank' } : {})}
                data-tip={t('toolbar.marketplace')}
                aria-label={t('toolbar.marketplace')}
              >
                <StoreIcon />
              </IconButton>
            ) : (
              <Button
                component={Anchor}
                href={marketplaceLink}
                {...(outside ? { target: '_blank' } : {})}
                color="inherit"
                startIcon={<StoreIcon />}
              >
                {t('toolbar.marketplace')}
              </Button>
            ))}
          <JobButton />
          {Bell && <Bell />}
          {Chat && <Chat />}
          {QuickPanel && <QuickPanel />}
          {!small && <OrganisationMenu />}
          <UserMenu small={small} />
        </>
      )}
    </Box>
  )
}
