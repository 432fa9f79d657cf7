import { cutText } from '@learnt/contract/cut-text'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { askFacets } from './asks.ts'
import type { KindPages } from './kind.ts'

export interface CreateDocumentFormProps {
  kind: KindPages
  /** What a kind asks beside title and category. */
  children?: ReactNode
  /** The values of it. */
  more?: Readonly<Record<string, unknown>>
  onFilled?: (filled: boolean) => void
  onMade?: () => void
  onCancel: () => void
  /** Puts fields and buttons where they belong: on a page, in a dialog. */
  layout: (parts: { fields: ReactNode; buttons: ReactNode }) => ReactNode
}

/** Begins a document by its title and category and opens its editor. */
export function CreateDocumentForm(props: CreateDocumentFormProps) {
  const { kind, children, more = {}, onFilled, onMade, onCancel, layout } = props
  const { t } = useTranslation(['documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState('')
  const [tried, setTried] = useState(false)
  const facets = useQuery({ ...askFacets(kind), staleTime: 60_000 })
  const create = useSend(kind.calls.create, {
    outdates: [kind.part],
    onSuccess: (made) => {
      onMade?.()
      void navigate({ to: kind.pages.one(made.id) })
    },
  })
  const complaint = isProblem(create.error)
    ? create.error.errors.find((one) => one.path.endsWith('title'))?.message
    : undefined
  const wrong = tried && !title.trim() ? fieldText(problems, 'required') : (complaint ?? '')
  const fill = (nextTitle: string, nextCategory: string) => {
    setTitle(nextTitle)
    setCategory(nextCategory)
    onFilled?.(nextTitle !== '' || nextCategory !== '')
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (title.trim()) create.mutate({ body: { title: title.trim(), category: category.trim(), ...more } })
      }}
    >
      {layout({
        fields: (
          <>
            {children}
            <TextField
              autoFocus
              required
              label={t('details.title')}
              value={title}
              onChange={(event) => fill(event.target.value, category)}
              error={Boolean(wrong)}
              helperText={wrong}
              slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
            />
            <Autocomplete
              freeSolo
              options={(facets.data?.category ?? []).map((one) => one.value).filter(Boolean)}
              value={category || null}
              inputValue={category}
              onChange={(_, next) => fill(title, next ?? '')}
              onInputChange={(_, text, why) => (why === 'input' || why === 'clear') && fill(title, cutText(text, 100))}
              renderInput={(params) => (
                <TextField {...params} label={t('details.category')} helperText={t('details.categoryHelp')} />
              )}
            />
            {create.error && !complaint && <Alert severity="error">{problemText(problems, create.error)}</Alert>}
          </>
        ),
        buttons: (
          <>
            <Button color="inherit" onClick={onCancel} disabled={create.isPending}>
              {t('common:actions.cancel')}
            </Button>
            <Button type="submit" variant="contained" loading={create.isPending}>
              {t('create.create')}
            </Button>
          </>
        ),
      })}
    </form>
  )
}
