import BoldIcon from '@mui/icons-material/FormatBold'
import ItalicIcon from '@mui/icons-material/FormatItalic'
import BulletsIcon from '@mui/icons-material/FormatListBulleted'
import NumbersIcon from '@mui/icons-material/FormatListNumbered'
import QuoteIcon from '@mui/icons-material/FormatQuote'
import UnderlineIcon from '@mui/icons-material/FormatUnderlined'
import RuleIcon from '@mui/icons-material/HorizontalRule'
import ImageIcon from '@mui/icons-material/ImageOutlined'
import LinkIcon from '@mui/icons-material/Link'
import RedoIcon from '@mui/icons-material/Redo'
import StrikeIcon from '@mui/icons-material/StrikethroughS'
import UndoIcon from '@mui/icons-material/Undo'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import Select from '@mui/material/Select'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockTools } from './rich-text/BlockTools.tsx'
import { pageBlocks } from './rich-text/blocks.ts'
import { InsertMenu } from './rich-text/InsertMenu.tsx'
import { insertBlock } from './rich-text/insert-block.ts'
import { PictureDialog } from './rich-text/PictureDialog.tsx'
import { richTextStyles } from './rich-text/styles.ts'
import { Tables } from './rich-text/tables.ts'
import { VideoDialog, type VideoSource } from './rich-text/VideoDialog.tsx'
import { findNonce } from './theme/nonce.ts'
import { installTrustedTypes } from './trusted-types.ts'

export interface RichTextProps {
  /** Markup; changes from outside replace the text unless it is being edited. */
  value: string
  onChange: (html: string) => void
  label: string
  help?: string
  error?: string
  disabled?: boolean
  minHeight?: number
  /** Uploads a picture and gives its address; without it there is no picture button. */
  uploadImage?: (file: File) => Promise<string>
  /** The source of the videos that authors may embed; without it there are no video blocks. */
  videos?: VideoSource
}

// NOTE the editor hands markup to the parser: with Trusted Types on that needs the default policy
installTrustedTypes()

export function RichTextEditor(props: RichTextProps) {
  const { value, onChange, label, help, error, disabled = false, minHeight = 220, uploadImage, videos } = props
  const { t } = useTranslation('parts')
  const id = useId()
  const tell = useRef(onChange)
  tell.current = onChange
  const frame = useRef<HTMLDivElement>(null)
  const nonce = findNonce()
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        // code is written from left to right in every language
        codeBlock: { HTMLAttributes: { dir: 'ltr' } },
        link: { openOnClick: false, autolink: true, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto'] },
      }),
      Tables,
      pageBlocks({ callout: (kind) => t(`richText.callout.${kind}`), video: t('richText.video') }),
    ],
    content: value,
    editable: !disabled,
    ...(nonce ? { injectNonce: nonce } : {}),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(error || help ? { 'aria-describedby': `${id}-help` } : {}),
        ...(error ? { 'aria-invalid': 'true' } : {}),
        dir: 'auto',
        'aria-keyshortcuts': 'Alt+F10',
      },
      handleKeyDown: (_, event) => {
        // in a table Tab goes from cell to cell: this leads to the tools from everywhere
        if (!event.altKey || event.key !== 'F10') return false
        frame.current?.querySelector<HTMLElement>('[role="toolbar"] button:not(:disabled)')?.focus()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => tell.current(htmlOf(changed)),
  })
  // NOTE Suspense throws away an editor of an unfinished first render and makes another; and the second argument of
  // setEditable prevents an update event when nothing changed
  useEffect(() => {
    if (editor && !editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])
  useEffect(() => {
    if (editor && !editor.isDestroyed && !editor.isFocused && value !== htmlOf(editor)) {
      editor.commands.setContent(value, { emitUpdate: false })
    }
  }, [editor, value])

  return (
    <Box>
      <Box
        ref={frame}
        sx={(theme) => ({
          border: 1,
          borderColor: error ? 'error.main' : theme.palette.mode === 'light' ? '#767676' : '#8f8f8f',
          borderRadius: '10px',
          bgcolor: 'background.paper',
          '&:focus-within': {
            outline: `2px solid ${error ? theme.palette.error.main : theme.palette.primary.main}`,
            outlineOffset: -1,
          },
          '& .tiptap': { ...richTextStyles(theme), minHeight, padding: '16px 18px', outline: 'none' },
          // nothing stands around a table here: it is moved sideways by itself
          '& .tiptap table': { display: 'block', width: 'fit-content', maxWidth: '100%', overflowX: 'auto' },
          '& .tiptap .selectedCell': { bgcolor: theme.palette.primary.soft },
          '& .tiptap [data-column]': { outline: `1px dashed ${theme.line}`, outlineOffset: 4 },
          '& .tiptap figure.ProseMirror-selectednode': { outline: `3px solid ${theme.palette.primary.main}` },
          '& .tiptap img.ProseMirror-selectednode': { outline: `3px solid ${theme.palette.primary.main}` },
        })}
      >
        {editor && !disabled && (
          <Toolbar editor={editor} {...(uploadImage ? { uploadImage } : {})} {...(videos ? { videos } : {})} />
        )}
        <EditorContent editor={editor} />
      </Box>
      {(error || help) && (
        <FormHelperText id={`${id}-help`} error={Boolean(error)}>
          {error || help}
        </FormHelperText>
      )}
    </Box>
  )
}

type Editor = NonNullable<ReturnType<typeof useEditor>>

/** Empty for a text without a word; a table is something even before anything stands in it. */
function htmlOf(editor: Editor): string {
  const html = editor.getHTML()
  return editor.isEmpty && !html.includes('<table') ? '' : html
}

const blocks = ['video', 'table', 'callout', 'columns', 'codeBlock'] as const

/** The innermost block around the cursor that has tools of its own. */
function blockAround(editor: Editor): (typeof blocks)[number] | null {
  const { $from } = editor.state.selection
  if (editor.isActive('video')) return 'video'
  for (let depth = $from.depth; depth > 0; depth--) {
    const found = blocks.find((name) => name === $from.node(depth).type.name)
    if (found) return found
  }
  return null
}

interface ToolbarProps {
  editor: Editor
  uploadImage?: (file: File) => Promise<string>
  videos?: VideoSource
}

function Toolbar({ editor, uploadImage, videos }: ToolbarProps) {
  const { t } = useTranslation(['common', 'parts'])
  const bar = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLInputElement>(null)
  const [linkAt, setLinkAt] = useState<HTMLElement | null>(null)
  const [link, setLink] = useState('')
  const [image, setImage] = useState<{ src: string; alt: string; decoration: boolean; isNew: boolean } | null>(null)
  const [video, setVideo] = useState<{ address: string; title: string; isNew: boolean } | null>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      bulletList: now.isActive('bulletList'),
      numberedList: now.isActive('orderedList'),
      quote: now.isActive('blockquote'),
      link: now.isActive('link'),
      image: now.isActive('image'),
      around: blockAround(now),
      block: now.isActive('heading', { level: 2 })
        ? 'heading2'
        : now.isActive('heading', { level: 3 })
          ? 'heading3'
          : 'paragraph',
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  const chain = () => editor.chain().focus()

  // one tab stop, arrows inside (ARIA toolbar)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft' && event.key !== 'Home' && event.key !== 'End') return
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('[role="combobox"], button:not(:disabled)') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (at < 0) return
    event.preventDefault()
    const forward = (event.key === 'ArrowRight') !== (getComputedStyle(bar.current as Element).direction === 'rtl')
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : (at + (forward ? 1 : -1) + buttons.length) % buttons.length
    buttons[next]?.focus()
  }
  const button = (
    name: keyof typeof state & ('bold' | 'italic' | 'underline' | 'strike' | 'bulletList' | 'numberedList' | 'quote'),
    icon: ReactNode,
    run: () => void,
  ) => (
    <ToolButton label={t(`parts:richText.${name}`)} pressed={Boolean(state[name])} onClick={run}>
      {icon}
    </ToolButton>
  )
  const applyLink = () => {
    const href = link.trim()
    if (href === '') chain().unsetLink().run()
    else
      chain()
        .extendMarkRange('link')
        .setLink({ href: /^[a-z]+:/i.test(href) ? href : `https://${href}` })
        .run()
    setLinkAt(null)
  }
  return (
    <Box
      ref={bar}
      role="toolbar"
      aria-label={t('parts:richText.toolbar')}
      onKeyDown={onKeyDown}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.25,
        alignItems: 'center',
        p: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        borderRadius: '10px 10px 0 0',
        bgcolor: 'background.paper',
        // stays in reach over a long text; a page with a bar of its own sets --sticky-top to where that bar ends
        position: 'sticky',
        top: 'var(--sticky-top, 64px)',
        zIndex: 3,
      }}
    >
      <Select
        size="small"
        variant="standard"
        disableUnderline
        value={state.block}
        SelectDisplayProps={{ 'aria-label': t('parts:richText.style') }}
        sx={{ px: 1, fontSize: '0.875rem', fontWeight: 600, minWidth: 120 }}
        onChange={(event) => {
          if (event.target.value === 'heading2') chain().setHeading({ level: 2 }).run()
          else if (event.target.value === 'heading3') chain().setHeading({ level: 3 }).run()
          else chain().setParagraph().run()
        }}
      >
        <MenuItem value="paragraph">{t('parts:richText.paragraph')}</MenuItem>
        <MenuItem value="heading2">{t('parts:richText.heading2')}</MenuItem>
        <MenuItem value="heading3">{t('parts:richText.heading3')}</MenuItem>
      </Select>
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      {button('bold', <BoldIcon fontSize="small" />, () => chain().toggleBold().run())}
      {button('italic', <ItalicIcon fontSize="small" />, () => chain().toggleItalic().run())}
      {button('underline', <UnderlineIcon fontSize="small" />, () => chain().toggleUnderline().run())}
      {button('strike', <StrikeIcon fontSize="small" />, () => chain().toggleStrike().run())}
      <Divider orientation="vertical" flexItem sx={{ mx: 0.5 }} />
      {button('bulletList', <BulletsIcon fontSize="small" />, () => chain().toggleBulletList().run())}
      {button('numberedList', <NumbersIcon fontSize="small" />, () => chain().toggleOrderedList().run())}
      {button('quote', <QuoteIcon fontSize="small" />, () => chain().toggleBlockquote().run())}
      <ToolButton label={t('parts:richText.rule')} onClick={() => chain().setHorizontalRule().run()}>
        <RuleIcon fontSize="small" />
      </ToolButton>
      <ToolButton
        label={t('parts:richText.link')}
        pressed={state.link}
        onClick={(event) => {
          setLink((editor.getAttributes('link').href as string | undefined) ?? '')
          setLinkAt(event.currentTarget)
        }}
      >
        <LinkIcon fontSize="small" />
      </ToolButton>
      {uploadImage && (
        <ToolButton
          label={state.image ? t('parts:richText.imageTitle') : t('parts:richText.image')}
          onClick={() => {
            if (!state.image) return picture.current?.click()
            const { src, alt, decoration } = editor.getAttributes('image')
            setImage({ src, alt: alt ?? '', decoration: Boolean(decoration), isNew: false })
          }}
        >
          <ImageIcon fontSize="small" />
        </ToolButton>
      )}
      <InsertMenu
        editor={editor}
        onVideo={videos ? () => setVideo({ address: '', title: '', isNew: true }) : undefined}
      />
      <Box sx={{ flex: 1 }} />
      <ToolButton label={t('parts:richText.undo')} disabled={!state.canUndo} onClick={() => chain().undo().run()}>
        <UndoIcon fontSize="small" />
      </ToolButton>
      <ToolButton label={t('parts:richText.redo')} disabled={!state.canRedo} onClick={() => chain().redo().run()}>
        <RedoIcon fontSize="small" />
      </ToolButton>
      <input
        ref={picture}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        onChange={async (event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file && uploadImage) setImage({ src: await uploadImage(file), alt: '', decoration: false, isNew: true })
        }}
      />
      <BlockTools
        editor={editor}
        block={state.around}
        onVideo={
          videos
            ? () => setVideo({ address: '', title: '', ...editor.getAttributes('video'), isNew: false })
            : undefined
        }
      />
      <Popover
        open={linkAt !== null}
        anchorEl={linkAt}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        onClose={() => setLinkAt(null)}
      >
        <Box sx={{ p: 2, display: 'flex', gap: 1, alignItems: 'center', width: 'min(440px, 90vw)' }}>
          <TextField
            autoFocus
            fullWidth
            size="small"
            label={t('parts:richText.linkAddress')}
            value={link}
            onChange={(event) => setLink(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              applyLink()
            }}
          />
          <Button variant="contained" onClick={applyLink}>
            {t('actions.save')}
          </Button>
        </Box>
      </Popover>
      {image && (
        <PictureDialog
          src={image.src}
          first={image}
          onClose={() => setImage(null)}
          onSave={(words) => {
            if (image.isNew) insertBlock(editor, { type: 'image', attrs: { src: image.src, ...words } })
            else chain().updateAttributes('image', words).run()
            setImage(null)
          }}
        />
      )}
      {video && videos && (
        <VideoDialog
          source={videos}
          first={video}
          onClose={() => setVideo(null)}
          onSave={(fields) => {
            if (video.isNew) insertBlock(editor, { type: 'video', attrs: fields })
            else chain().updateAttributes('video', fields).run()
            setVideo(null)
          }}
        />
      )}
    </Box>
  )
}

function ToolButton(props: {
  label: string
  pressed?: boolean
  disabled?: boolean
  onClick: (event: { currentTarget: HTMLElement }) => void
  children: ReactNode
}) {
  const { label, pressed, disabled = false, onClick, children } = props
  return (
    <Tooltip title={label}>
      <span>
        <IconButton
          size="small"
          disabled={disabled}
          aria-label={label}
          {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClick}
          sx={(theme) => (pressed ? { bgcolor: theme.palette.primary.soft, color: theme.palette.primary.onSoft } : {})}
        >
          {children}
        </IconButton>
      </span>
    </Tooltip>
  )
}
