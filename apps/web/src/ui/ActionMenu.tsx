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
export function ActionMenu({ label, items, icon }: { label?: string; items: ActionItem[]; icon?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <MenuButton itemsOf={() => items}>
      {(button) => (
        <IconButton size="small" aria-label={label ?? t('actions.more')} {...button}>
          {icon ?? <MoreVertIcon fontSize="small" />}
        </IconButton>
      )}
    </MenuButton>
  )
}

/** A circle of 4, from its highest point. */
const dot = 'a2 2 0 1 0 0 4a2 2 0 1 0 0-4z'

/** The same in a table's row: an element without a style of its own, dressed by its table (table/row-styles.ts). */
export function RowMenu({ label, itemsOf }: { label: string; itemsOf: () => ActionItem[] }) {
  return (
    <MenuButton itemsOf={itemsOf}>
      {(button) => (
        <button type="button" className="row-more" aria-label={label} {...button}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={`M12 4${dot}M12 10${dot}M12 16${dot}`} />
          </svg>
        </button>
      )}
    </MenuButton>
  )
}

interface MenuButtonProps {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: (event: MouseEvent<HTMLElement>) => void
}

function MenuButton({
  itemsOf,
  children,
}: {
  itemsOf: () => ActionItem[]
  children: (button: MenuButtonProps) => ReactNode
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // made when it is first opened: a list has one in every row
  const [wanted, setWanted] = useState(false)
  return (
    <>
      {children({
        'aria-haspopup': 'menu',
        'aria-expanded': anchor !== null,
        onClick: (event) => {
          event.stopPropagation()
          setWanted(true)
          setAnchor(event.currentTarget)
        },
      })}
      {wanted && <ItemMenu items={itemsOf()} anchor={anchor} close={() => setAnchor(null)} />}
    </>
  )
}

function ItemMenu({ items, anchor, close }: { items: ActionItem[]; anchor: HTMLElement | null; close: () => void }) {
  const { t: words } = useTranslation('problems')
  const Anchor = useAnchor()
  return (
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
  )
}
