import type { Activity, ActivityKind, Course } from '@learnt/contract/courses'
import AddIcon from '@mui/icons-material/Add'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Button, { type ButtonProps } from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { KindIcon } from './KindIcon.tsx'
import { offeredKinds } from './kinds.tsx'

const CopyStepsDialog = lazyPart(async () => (await import('./CopyStepsDialog.tsx')).CopyStepsDialog, { floats: true })

/** Adds a step of a chosen kind, or copies of steps of another course. */
export function AddStepButton({
  onAdd,
  onCopy,
  label,
  ...rest
}: Omit<ButtonProps, 'onClick' | 'onCopy'> & {
  onAdd: (kind: ActivityKind) => void
  onCopy: (steps: Activity[], from: Course) => void
  label: string
}) {
  const { t } = useTranslation('courses')
  const { features } = useSession().settings
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [copying, setCopying] = useState(false)
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
        {offeredKinds(features).map((kind) => (
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
        <Divider />
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setCopying(true)
          }}
          sx={{ py: 1 }}
        >
          <ListItemIcon>
            <CopyIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText
            primary={t('copySteps.title')}
            slotProps={{ primary: { variant: 'body2', sx: { fontWeight: 700 } } }}
          />
        </MenuItem>
      </Menu>
      {copying && (
        <CopyStepsDialog
          onClose={() => setCopying(false)}
          onCopy={(steps, from) => {
            setCopying(false)
            onCopy(steps, from)
          }}
        />
      )}
    </>
  )
}
