import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { SidePanelProps } from './panels.ts'

const command = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Keys of each part of the product; a `/` parts keys that do the same. */
const shortcuts = {
  everywhere: [
    { what: 'search', keys: [command, 'K'] },
    { what: 'help', keys: ['?'] },
    { what: 'skip', keys: ['Tab'] },
    { what: 'escape', keys: ['Esc'] },
  ],
  menus: [
    { what: 'open', keys: ['Enter', '/', '↓'] },
    { what: 'along', keys: ['←', '/', '→'] },
    { what: 'inside', keys: ['↑', '/', '↓'] },
    { what: 'ends', keys: ['Home', '/', 'End'] },
  ],
  searching: [
    { what: 'choose', keys: ['↑', '/', '↓'] },
    { what: 'go', keys: ['Enter'] },
  ],
} as const

/** Every shortcut of the shell. */
export function HelpDialog({ open, onClose }: SidePanelProps) {
  const { t } = useTranslation('panels')
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="keyboard-help">
      <DialogTitle id="keyboard-help">{t('help.title')}</DialogTitle>
      <DialogContent>
        {(Object.keys(shortcuts) as (keyof typeof shortcuts)[]).map((group) => (
          <Box component="section" key={group} sx={{ mb: 2.5 }}>
            <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
              {t(`help.groups.${group}`)}
            </Typography>
            <Box
              component="dl"
              sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 3 }}
            >
              {shortcuts[group].map(({ what, keys }) => [
                <Box component="dt" key={`${what}-what`}>
                  {t(`help.${what}`)}
                </Box>,
                <Box
                  component="dd"
                  key={`${what}-keys`}
                  dir="ltr"
                  sx={{ m: 0, display: 'flex', alignItems: 'flex-start', gap: 0.5 }}
                >
                  {keys.map((key) => (key === '/' ? <span key={key}>/</span> : <Key key={key} name={key} />))}
                </Box>,
              ])}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {t('help.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      sx={(theme) => ({
        fontFamily: 'inherit',
        fontWeight: 700,
        fontSize: '0.8125rem',
        minWidth: 26,
        textAlign: 'center',
        px: 0.75,
        py: 0.25,
        borderRadius: '6px',
        border: `1px solid ${theme.palette.text.secondary}`,
        borderBottomWidth: 2,
      })}
    >
      {name}
    </Box>
  )
}
