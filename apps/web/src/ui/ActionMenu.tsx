import MoreVertIcon from '@mui/icons-material/MoreVert'
import Divider from '@mui/material/Divider'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from './AppLink.tsx'
import { reasonText } from './problem-text.ts'

export interface ActionItem {
  id: string
  label: string
  icon?: ReactNode
  /** From `can`: null or absent is allowed, else why not; shown under the label. */
  reason?: string | null | undefined
  danger?: boolean
  dividerBefore?: boolean
  href?: string
  run?: () => void
}

/** The "more actions" of a row or page. */
export function ActionMenu({
  label,
  items,
  icon,
  isPlain = false,
}: {
  label?: string
  items: ActionItem[]
  icon?: ReactNode
  /** In a row: an element without a style of its own, dressed by its table (table/row-styles.ts). */
  isPlain?: boolean
}) {
  const { t } = useTranslation(['common', 'problems'])
  const { t: words } = useTranslation('problems')
  const Anchor = useAnchor()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // made when it is first opened: a list has one in every row
  const [wanted, setWanted] = useState(false)
  const close = () => setAnchor(null)
  const button = {
    'aria-label': label ?? t('actions.more'),
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    onClick: (event: MouseEvent<HTMLElement>) => {
      event.stopPropagation()
      setWanted(true)
      setAnchor(event.currentTarget)
    },
  } as const
  return (
    <>
      {isPlain ? (
        <button type="button" className="row-more" {...button}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="6" r="2" />
            <circle cx="12" cy="12" r="2" />
            <circle cx="12" cy="18" r="2" />
          </svg>
        </button>
      ) : (
        <IconButton size="small" {...button}>
          {icon ?? <MoreVertIcon fontSize="small" />}
        </IconButton>
      )}
      {wanted && (
        <Menu anchorEl={anchor} open={anchor !== null} onClose={close} onClick={(event) => event.stopPropagation()}>
          {items.flatMap((item) => {
            const off = Boolean(item.reason)
            const entry = (
              <MenuItem
                key={item.id}
                aria-disabled={off || undefined}
                {...(item.href && !off ? { component: Anchor, href: item.href } : {})}
                onClick={() => {
                  if (off) return
                  close()
                  item.run?.()
                }}
                sx={{
                  ...(item.danger && !off ? { color: 'error.main' } : {}),
                  ...(off ? { color: 'text.secondary', cursor: 'not-allowed' } : {}),
                }}
              >
                {item.icon && <ListItemIcon>{item.icon}</ListItemIcon>}
                <ListItemText
                  primary={item.label}
                  secondary={item.reason ? reasonText(words, item.reason) : undefined}
                  slotProps={{ primary: { variant: 'body2' }, secondary: { variant: 'caption' } }}
                />
              </MenuItem>
            )
            return item.dividerBefore ? [<Divider key={`${item.id}-line`} sx={{ my: 0.5 }} />, entry] : [entry]
          })}
        </Menu>
      )}
    </>
  )
}
