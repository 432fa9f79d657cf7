import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormEditing } from './editing.ts'
import { fieldIcons } from './field-icons.ts'
import { paletteGroups } from './Palette.tsx'

/** Adds a field of a chosen kind: the palette as a menu. */
export function AddFieldButton({ label, onAdd }: { label: string; onAdd: (kind: FieldKind) => void }) {
  const { t } = useTranslation('formEditor')
  const { form } = useFormEditing()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={label}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('canvas.add')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 420 } } }}
      >
        {paletteGroups(form.kind === 'quiz').flatMap(({ group, kinds }) => [
          <ListSubheader key={`group-${group}`} disableSticky sx={{ lineHeight: '32px' }}>
            {t(`palette.groups.${group}`)}
          </ListSubheader>,
          ...kinds.map((kind) => {
            const Icon = fieldIcons[kind]
            return (
              <MenuItem
                key={kind}
                dense
                onClick={() => {
                  setAnchor(null)
                  onAdd(kind)
                }}
              >
                <ListItemIcon>
                  <Icon fontSize="small" />
                </ListItemIcon>
                {t(`kinds.${kind}`)}
              </MenuItem>
            )
          }),
        ])}
      </Menu>
    </>
  )
}
