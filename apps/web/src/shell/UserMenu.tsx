import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { initialsOf } from './initials.ts'

const UserPanel = lazy(async () => ({ default: (await import('./UserPanel.tsx')).UserPanel }))

/** Avatar and name; opens who one is, the other teams, language, look and the way out. */
export function UserMenu({ small }: { small: boolean }) {
  const { t } = useTranslation('shell')
  const me = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = `${me.firstName} ${me.lastName}`.trim()
  return (
    <>
      <ButtonBase
        aria-label={t('toolbar.user', { name })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        onMouseEnter={() => void import('./UserPanel.tsx')}
        sx={(theme) => ({ gap: 1.25, p: 0.5, paddingInlineEnd: small ? 0.5 : 1.25, borderRadius: '12px', '&:hover': { backgroundColor: theme.bars.toolbar.hover } })}
      >
        <Avatar src={me.avatar || undefined} alt="" sx={{ width: 36, height: 36, fontSize: '0.875rem' }}>
          {initialsOf(name)}
        </Avatar>
        {!small && (
          <Box component="span" sx={{ fontFamily: 'fontFamily', fontWeight: 700, fontSize: '0.875rem', maxWidth: 160, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {name}
          </Box>
        )}
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: -8, horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 320, borderRadius: '16px' }, 'aria-label': t('toolbar.user', { name }) } }}
      >
        <Suspense fallback={<Box sx={{ height: 360 }} />}>
          <UserPanel onClose={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  )
}
