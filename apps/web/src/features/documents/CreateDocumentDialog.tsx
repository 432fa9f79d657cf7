import { cutText } from '@learnt/contract/cut-text'
import { documentKinds } from '@learnt/contract/document-kinds'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { askFacets } from './asks.ts'
import type { CreateProps, KindPages } from './kind.ts'

/**
 * Begins a document by its title and category and opens its editor. Mount it to open it. `children`: what a kind asks
 * besides; `more`: their values, of which `filled` says whether closing would lose any.
 */
export function CreateDocumentDialog({
  kind,
  title: heading,
  more = {},
  filled = false,
  onClose,
  children,
}: {
  kind: KindPages
  title?: string
  more?: Readonly<Record<string, unknown>>
  filled?: boolean
  onClose: CreateProps['onClose']
  children?: ReactNode
}) {
  const { t } = useTranslation(['documents', 'documentKinds', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const id = useId()
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState('')
  const [tried, setTried] = useState(false)
  const facets = useQuery({ ...askFacets(kind), staleTime: 60_000 })
  const create = useSend(kind.calls.create, {
    outdates: [kind.part],
    onSuccess: (made) => {
      onClose(true)
      void navigate({ to: documentKinds[kind.type].admin.one(made.id) })
    },
  })
  const complaint = isProblem(create.error)
    ? create.error.errors.find((one) => one.path.endsWith('title'))?.message
    : undefined
  const wrong = tried && !title.trim() ? fieldText(problems, 'required') : (complaint ?? '')
  const close = useCloseGuard(title !== '' || category !== '' || filled, () => onClose(false))
  return (
    <Dialog
      open
      onClose={create.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (title.trim()) create.mutate({ body: { title: title.trim(), category: category.trim(), ...more } })
        }}
      >
        <DialogTitle id={id}>{heading ?? t(`documentKinds:${kind.nameOf({})}.create`)}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          {children}
          <TextField
            autoFocus
            required
            label={t('details.title')}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={Boolean(wrong)}
            helperText={wrong}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
          <Autocomplete
            freeSolo
            options={(facets.data?.category ?? []).map((one) => one.value).filter(Boolean)}
            value={category || null}
            inputValue={category}
            onChange={(_, next) => setCategory(next ?? '')}
            onInputChange={(_, text, why) => (why === 'input' || why === 'clear') && setCategory(cutText(text, 100))}
            renderInput={(params) => (
              <TextField {...params} label={t('details.category')} helperText={t('details.categoryHelp')} />
            )}
          />
          {create.error && !complaint && <Alert severity="error">{problemText(problems, create.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={create.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('create.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
