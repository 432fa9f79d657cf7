import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText, problemText, reasonText } from '../../ui/problem-text.ts'
import { formatClock, formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import { showField } from './show-field.ts'
import type { Draft } from './useDraft.ts'
import { useSaveCopy } from './useSaveCopy.ts'

/** What the person has to know about the draft: archived or not theirs to change, somebody else's change, words of an earlier visit, refused fields. */
export function DraftNotices<Content extends BaseContent, Document extends EditedDocument<Content>>(props: {
  kind: KindWorkspace<Content, Document>
  document: Document
  draft: Draft<Content>
  locked: boolean
  onShow?: (field: string) => void
  /** Whether an item is on the screen: complaints about it stand at its fields already. */
  isShown: (item: string) => boolean
}) {
  const { kind, document, draft, locked, onShow = showField, isShown } = props
  const { t, i18n } = useTranslation(['documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const { state, keeper, found, forget } = draft
  const { theirs } = state
  const [closed, setClosed] = useState(false)
  if (!theirs && closed) setClosed(false)
  const open = (copy: { id: string; title: string }) => {
    showToast({ variant: 'success', text: t('conflict.copied', { title: copy.title }) })
    void navigate({ to: kind.pages.one(copy.id) })
  }
  const copy = useSaveCopy(kind, document, (made) => {
    forget()
    open(made)
  })
  const nameOf = (key: string) => {
    const name = kind.nameOfField?.(state.content, key) ?? null
    return name === '' ? t('editor.untitled') : name
  }
  const wrong = Object.entries(state.errors).filter(([key]) => !isShown(kind.itemOf?.(key) ?? 'details'))
  return (
    <>
      {locked && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {state.status === 'archived' || !document.can.edit
            ? t('editor.archived')
            : reasonText(problems, document.can.edit)}
        </Alert>
      )}
      {state.saving.state === 'retrying' && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('saving.offline')}
        </Alert>
      )}
      {wrong.length > 0 && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {t('saving.fieldsText')}
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
            {wrong.slice(0, 10).map(([key, message]) => (
              <li key={key}>
                <Link
                  component="button"
                  type="button"
                  color="inherit"
                  sx={{ font: 'inherit', textAlign: 'start', textDecoration: 'underline' }}
                  onClick={() => onShow(key)}
                >
                  {nameOf(key) ?? t('details.heading')}
                </Link>
                {`: ${fieldText(problems, message)}`}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {theirs && (
        <Alert
          severity="error"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => setClosed(false)}>
              {t('conflict.decide')}
            </Button>
          }
        >
          {t('conflict.banner')}
        </Alert>
      )}
      {found && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <>
              <Button color="inherit" size="small" loading={copy.isPending} onClick={() => copy.mutate(found.content)}>
                {t('saving.foundCopy')}
              </Button>
              <Button color="inherit" size="small" disabled={copy.isPending} onClick={forget}>
                {t('saving.foundForget')}
              </Button>
            </>
          }
        >
          {t('saving.found', {
            day: formatDay(new Date(found.at), i18n.language),
            time: formatClock(new Date(found.at), i18n.language),
          })}
          {copy.error && ` ${problemText(problems, copy.error)}`}
        </Alert>
      )}
      {theirs && !closed && (
        <ConflictDialog
          kind={kind}
          document={document}
          state={{ ...state, theirs }}
          onTheirs={() => keeper.adopt(theirs)}
          onCopied={(made) => {
            keeper.adopt(theirs)
            open(made)
          }}
          onClose={() => setClosed(true)}
        />
      )}
    </>
  )
}
