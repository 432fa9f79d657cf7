import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeader,
} from '@tiptap/pm/tables'
import type { Editor } from '@tiptap/react'
import { useTranslation } from 'react-i18next'
import { calloutKinds } from './blocks.ts'

type Command = typeof addRowAfter
type Block = 'table' | 'callout' | 'columns' | 'video' | 'codeBlock'

/** What can be done with the block that the cursor stands in. */
export function BlockTools({
  editor,
  block,
  onVideo,
}: {
  editor: Editor
  block: Block | null
  onVideo?: (() => void) | undefined
}) {
  const { t } = useTranslation('parts')
  if (block === null) return null
  const run = (command: Command) => {
    command(editor.state, editor.view.dispatch)
    editor.view.focus()
  }
  const remove = () => editor.chain().focus().deleteNode(block).run()
  const tools: [string, () => void][] =
    block === 'table'
      ? [
          [t('richText.rowAbove'), () => run(addRowBefore)],
          [t('richText.rowBelow'), () => run(addRowAfter)],
          [t('richText.columnBefore'), () => run(addColumnBefore)],
          [t('richText.columnAfter'), () => run(addColumnAfter)],
          [t('richText.headerRow'), () => run(toggleHeader('row'))],
          [t('richText.deleteRow'), () => run(deleteRow)],
          [t('richText.deleteColumn'), () => run(deleteColumn)],
          [t('richText.deleteTable'), () => run(deleteTable)],
        ]
      : block === 'callout'
        ? [
            ...calloutKinds.map((kind): [string, () => void] => [
              t(`richText.callout.${kind}`),
              () => editor.chain().focus().updateAttributes('callout', { kind }).run(),
            ]),
            [t('richText.removeBlock'), remove],
          ]
        : block === 'video' && onVideo
          ? [
              [t('richText.changeVideo'), onVideo],
              [t('richText.removeBlock'), () => editor.chain().focus().deleteSelection().run()],
            ]
          : [[t('richText.removeBlock'), remove]]
  return (
    <Box
      role="group"
      aria-label={t(`richText.tools.${block}`)}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.25,
        width: '100%',
        pt: 0.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {tools.map(([label, act]) => (
        <Button key={label} size="small" color="inherit" onMouseDown={(event) => event.preventDefault()} onClick={act}>
          {label}
        </Button>
      ))}
    </Box>
  )
}
