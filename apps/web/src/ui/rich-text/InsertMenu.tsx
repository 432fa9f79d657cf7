import CodeIcon from '@mui/icons-material/Code'
import InfoIcon from '@mui/icons-material/InfoOutlined'
import ArrowIcon from '@mui/icons-material/KeyboardArrowDown'
import VideoIcon from '@mui/icons-material/SmartDisplayOutlined'
import TableIcon from '@mui/icons-material/TableChartOutlined'
import TipIcon from '@mui/icons-material/TipsAndUpdatesOutlined'
import TwoIcon from '@mui/icons-material/ViewColumnOutlined'
import ThreeIcon from '@mui/icons-material/ViewWeekOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Editor } from '@tiptap/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CalloutKind, newColumns } from './blocks.ts'
import { insertBlock } from './insert-block.ts'
import { newTable } from './tables.ts'

/** Puts a block into the text: a table, a call-out, columns, code, a video. */
export function InsertMenu({ editor, onVideo }: { editor: Editor; onVideo?: (() => void) | undefined }) {
  const { t } = useTranslation('parts')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const callout = (kind: CalloutKind) =>
    insertBlock(editor, { type: 'callout', attrs: { kind }, content: [{ type: 'paragraph' }] })
  const item = (label: string, icon: ReactNode, run: () => void) => (
    <MenuItem
      onClick={() => {
        setAnchor(null)
        // the menu gives the focus back to its button first
        requestAnimationFrame(() => setTimeout(run))
      }}
    >
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{label}</ListItemText>
    </MenuItem>
  )
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<ArrowIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('richText.insert')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {item(t('richText.table'), <TableIcon fontSize="small" />, () => insertBlock(editor, newTable()))}
        {item(t('richText.callout.info'), <InfoIcon fontSize="small" />, () => callout('info'))}
        {item(t('richText.callout.tip'), <TipIcon fontSize="small" />, () => callout('tip'))}
        {item(t('richText.callout.warning'), <WarningIcon fontSize="small" />, () => callout('warning'))}
        {item(t('richText.columns2'), <TwoIcon fontSize="small" />, () => insertBlock(editor, newColumns(2)))}
        {item(t('richText.columns3'), <ThreeIcon fontSize="small" />, () => insertBlock(editor, newColumns(3)))}
        {item(t('richText.code'), <CodeIcon fontSize="small" />, () => insertBlock(editor, { type: 'codeBlock' }))}
        {onVideo && item(t('richText.video'), <VideoIcon fontSize="small" />, onVideo)}
      </Menu>
    </>
  )
}
