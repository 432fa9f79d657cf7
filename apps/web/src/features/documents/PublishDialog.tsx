import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { outdatedBy } from './asks.ts'
import { ChangeList } from './ChangeList.tsx'
import { plainKey } from './field-errors.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'

export interface PublishDialogProps<Content extends BaseContent, Document extends EditedDocument<Content>> {
  kind: Pick<
    KindWorkspace<Content, Document>,
    'calls' | 'paramsOf' | 'part' | 'fieldKey' | 'useWords' | 'PublishChoice'
  >
  document: Pick<Document, 'id' | 'status'>
  content: Content
  /** Saves the unsaved changes. The dialog describes the saved draft only. */
  flush: () => Promise<boolean>
  revision: () => number
  /** `isGiven`: people have an assignment to it already. */
  onPublished: (document: Document, isGiven: boolean) => void
  /** Opens the field that has the problem. */
  onShow: (field: string) => void
  onClose: () => void
}

/** The first version is new as a whole, so the dialog lists only its steps. */
const stepsAdded = ['activityAdded', 'childAdded', 'stepAdded']

/** What publishing changes, how many people it affects and what prevents it; then publishes. Mount it to open it. */
export function PublishDialog<Content extends BaseContent, Document extends EditedDocument<Content>>({
  kind,
  document,
  content,
  flush,
  revision,
  onPublished,
  onShow,
  onClose,
}: PublishDialogProps<Content, Document>) {
  const { t, i18n } = useTranslation(['documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const [saved, setSaved] = useState<boolean | null>(null)
  const [choice, setChoice] = useState<Readonly<Record<string, unknown>>>({})
  const own = kind.useWords?.()
  const [note, setNote] = useState('')
  useEffect(() => {
    let here = true
    void flush().then((done) => here && setSaved(done))
    return () => {
      here = false
    }
  }, [flush])
  const preview = useQuery({
    ...queryOf(kind.calls.publishPreview, { params: kind.paramsOf(document.id) }),
    enabled: saved === true,
    staleTime: 0,
    gcTime: 0,
  })
  const publish = useSend(kind.calls.publish, {
    outdates: outdatedBy(kind),
    onSuccess: (published) =>
      onPublished(published as EditedDocument as Document, (preview.data?.learners.assigned ?? 0) > 0),
  })
  const close = useCloseGuard(note.trim() !== '' || Object.keys(choice).length > 0, onClose)
  const data = preview.data
  const blocked = !data || data.problems.length > 0
  const formatted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  return (
    <Dialog
      open
      onClose={publish.isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('publish.title', { title: content.title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        {saved === false ? (
          <Alert severity="error">{t('publish.notSaved')}</Alert>
        ) : preview.error ? (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        ) : !data ? (
          <LinesSkeleton lines={5} />
        ) : (
          <>
            {data.problems.length > 0 && (
              <Alert severity="error" role="alert">
                <Typography variant="subtitle2">{t('publish.problems', { count: data.problems.length })}</Typography>
                <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
                  {data.problems.map((problem) => (
                    <Box component="li" key={`${problem.path}${problem.code}`}>
                      <Link
                        component="button"
                        type="button"
                        sx={{
                          textAlign: 'start',
                          font: 'inherit',
                          fontWeight: 600,
                          color: 'inherit',
                          textDecoration: 'underline',
                        }}
                        onClick={() => onShow((kind.fieldKey ?? plainKey)(content, problem.path))}
                      >
                        {problem.title && `${problem.title}: `}
                        {own?.problem?.(problem.code) ??
                          t(`publish.problem.${problem.code as 'other'}`, { defaultValue: t('publish.problem.other') })}
                      </Link>
                    </Box>
                  ))}
                </Box>
              </Alert>
            )}
            {data.warnings && data.warnings.length > 0 && (
              <Alert severity="warning">
                <Typography variant="subtitle2">{t('publish.warnings')}</Typography>
                <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: 2.5 }}>
                  {data.warnings.map((warning) => (
                    <Box component="li" key={`${warning.path}${warning.code}`}>
                      <Link
                        component="button"
                        type="button"
                        sx={{ textAlign: 'start', font: 'inherit', color: 'inherit', textDecoration: 'underline' }}
                        onClick={() => onShow((kind.fieldKey ?? plainKey)(content, warning.path))}
                      >
                        {`${warning.title}: ${own?.warning?.(warning.code, warning.count) ?? warning.code}`}
                      </Link>
                    </Box>
                  ))}
                </Box>
              </Alert>
            )}
            <Box component="section">
              <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
                {data.firstTime ? t('publish.first') : t('publish.changes')}
              </Typography>
              {data.changes.length === 0 ? (
                <Typography variant="body2" color="textSecondary">
                  {document.status === 'unpublished' ? t('publish.again') : t('publish.noChanges')}
                </Typography>
              ) : (
                <ChangeList
                  kind={kind}
                  changes={
                    data.firstTime ? data.changes.filter((one) => stepsAdded.includes(one.change)) : data.changes
                  }
                />
              )}
            </Box>
            <Box component="section">
              <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
                {t('publish.touches')}
              </Typography>
              {data.learners.assigned === 0 ? (
                <Typography variant="body2" color="textSecondary">
                  {t('publish.nobody')}
                </Typography>
              ) : (
                <Typography variant="body2">
                  {[
                    t('publish.assigned', formatted(data.learners.assigned)),
                    t('publish.underWay', formatted(data.learners.underWay)),
                    t('publish.completed', formatted(data.learners.completed)),
                  ].join(' · ')}
                </Typography>
              )}
            </Box>
            {kind.PublishChoice && (
              <kind.PublishChoice documentId={document.id} preview={data} value={choice} onChange={setChoice} />
            )}
            {data.problems.length === 0 && (
              <TextField
                label={t('publish.note')}
                helperText={t('publish.noteHelp')}
                value={note}
                multiline
                maxRows={5}
                onChange={(event) => setNote(event.target.value)}
                slotProps={{ htmlInput: { maxLength: 500, dir: 'auto' } }}
              />
            )}
          </>
        )}
        {publish.error && (
          <Alert severity="error" role="alert">
            {isProblem(publish.error) && publish.error.errors.length > 0
              ? publish.error.errors.map((one) => one.message).join(' ')
              : problemText(problems, publish.error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()} disabled={publish.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={blocked}
          loading={publish.isPending}
          onClick={() =>
            publish.mutate({
              params: kind.paramsOf(document.id),
              body: { revision: revision(), ...choice, note: note.trim() },
            })
          }
        >
          {t('publish.publish')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
