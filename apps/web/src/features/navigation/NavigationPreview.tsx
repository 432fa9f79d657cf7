import { itemsOf, type NavigationRow } from '@learnt/contract/navigation'
import { type Role, roles } from '@learnt/contract/roles'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavTree } from '../../shell/NavTree.tsx'
import { buildNavigation, type Label } from '../../shell/navigation.ts'

/** The navigation as somebody of a role would see it: what they may not open is not in it, whatever the rows say. */
export function NavigationPreview({ rows }: { rows: NavigationRow[] }) {
  const { t } = useTranslation(['settings', 'common', 'navigation'])
  const [role, setRole] = useState<Role>('learner')
  const nodes = useMemo(() => buildNavigation({ stored: itemsOf(rows), held: [role] }), [rows, role])
  const wordsOf = (label: Label) =>
    'words' in label ? label.words : t(`navigation:${label.key}` as 'navigation:titles.home')
  return (
    <Card component="section" aria-labelledby="navigation-preview" sx={{ overflow: 'hidden' }}>
      <Box sx={{ p: 2, display: 'grid', gap: 1.5 }}>
        <Typography id="navigation-preview" variant="h2" sx={{ fontSize: '1.0625rem' }}>
          {t('navigation.preview')}
        </Typography>
        <TextField
          select
          size="small"
          fullWidth
          label={t('navigation.previewAs')}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
        >
          {roles.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`common:roles.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Box
        // a picture of the navigation: nothing in it can be opened
        inert
        data-navigation-preview
        sx={(theme) => ({
          py: 1.5,
          backgroundColor: theme.bars.navbar.ground,
          color: theme.bars.navbar.text,
          maxHeight: 640,
          overflowY: 'auto',
        })}
      >
        <NavTree nodes={nodes} wordsOf={wordsOf} folded={false} />
      </Box>
    </Card>
  )
}
