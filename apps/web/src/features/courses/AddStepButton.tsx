import { type ActivityKind, activityKinds } from '@learnt/contract/courses'
import AddIcon from '@mui/icons-material/Add'
import Button, { type ButtonProps } from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KindIcon } from './KindIcon.tsx'

/** Adds a step of a chosen kind. */
export function AddStepButton({
  onAdd,
  label,
  ...rest
}: Omit<ButtonProps, 'onClick'> & { onAdd: (kind: ActivityKind) => void; label: string }) {
  const { t } = useTranslation('courses')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...rest}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {activityKinds.map((kind) => (
          <MenuItem
            key={kind}
            onClick={() => {
              setAnchor(null)
              onAdd(kind)
            }}
            sx={{ gap: 1.5, py: 1, maxWidth: 340, whiteSpace: 'normal' }}
          >
            <KindIcon kind={kind} />
            <ListItemText
              primary={t(`kinds.${kind}.name`)}
              secondary={t(`kinds.${kind}.about`)}
              slotProps={{ primary: { variant: 'body2', sx: { fontWeight: 700 } }, secondary: { variant: 'caption' } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
