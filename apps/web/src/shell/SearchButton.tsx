import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { openPanel } from './panels.ts'

const apple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Looks like the search box that it opens: "Search for an app or page". */
export function SearchButton({ small }: { small: boolean }) {
  const { t } = useTranslation('shell')
  const shared = {
    onClick: () => openPanel('search'),
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': apple ? 'Meta+K' : 'Control+K',
  } as const
  if (small)
    return (
      <IconButton {...shared} aria-label={t('toolbar.search')}>
        <SearchIcon />
      </IconButton>
    )
  return (
    <ButtonBase
      {...shared}
      sx={(theme) => ({
        width: 'min(380px, 30vw)',
        height: 42,
        px: 1.25,
        gap: 1.25,
        justifyContent: 'flex-start',
        borderRadius: '11px',
        backgroundColor: theme.bars.toolbar.hover,
        color: theme.bars.toolbar.text,
        border: '1px solid transparent',
        '&:hover': { borderColor: 'currentColor' },
        font: `500 0.9375rem ${theme.typography.fontFamily}`,
      })}
    >
      <SearchIcon fontSize="small" sx={{ opacity: 0.8 }} />
      <Box
        component="span"
        sx={{ flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', textAlign: 'start' }}
      >
        {t('toolbar.search')}
      </Box>
      <Box component="kbd" aria-hidden sx={{ fontFamily: 'inherit', fontSize: '0.75rem' }}>
        {apple ? '⌘K' : 'Ctrl K'}
      </Box>
    </ButtonBase>
  )
}
