import type { Course } from '@learnt/contract/courses'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatClock, formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { itemOfField } from './field-errors.ts'
import { showField } from './show-field.ts'
import type { Draft } from './useDraft.ts'
import { useSaveCopy } from './useSaveCopy.ts'

/** What the person has to know about the draft: archived, somebody else's change, words of an earlier visit, refused fields. */
export function DraftNotices(props: {
  course: Course
  draft: Draft
  locked: boolean
  onShow?: (field: string) => void
  /** Whether an item is on the screen: complaints about it stand at its fields already. */
  isShown: (item: string) => boolean
}) {
  const { course, draft, locked, onShow = showField, isShown } = props
  const { t, i18n } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const { state, keeper, found, forget } = draft
  const { theirs } = state
  const [closed, setClosed] = useState(false)
  if (!theirs && closed) setClosed(false)
  const open = (copy: { id: string; title: string }) => {
    showToast({ variant: 'success', text: t('conflict.copied', { title: copy.title }) })
    void navigate({ to: paths.courseEditor(copy.id) })
  }
  const copy = useSaveCopy((made) => {
    forget()
    open(made)
  })
  const wrong = Object.entries(state.errors).filter(([key]) => !isShown(itemOfField(key)))
  return (
    <>
      {locked && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('editor.archived')}
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
                  {nameOf(key, state.content, t('outline.untitled')) ?? t('outline.details')}
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
              <Button
                color="inherit"
                size="small"
                loading={copy.isPending}
                onClick={() => copy.mutate({ content: found.content, isBundle: course.isBundle })}
              >
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
          course={course}
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

function nameOf(key: string, content: Draft['state']['content'], untitled: string): string | null {
  const [kind, id] = key.split('/')
  const section = content.sections.find((one) => one.id === id || one.activities.some((activity) => activity.id === id))
  if (kind === 'section') return section?.title || untitled
  if (kind === 'activity') return section?.activities.find((activity) => activity.id === id)?.title || untitled
  return null
}
