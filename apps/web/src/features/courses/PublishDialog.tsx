import type { Course, CourseContent, UnderWayChoice } from '@learnt/contract/courses'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Link from '@mui/material/Link'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { ChangeList } from './ChangeList.tsx'
import { fieldKey } from './field-errors.ts'

type Choice = z.infer<typeof UnderWayChoice>
const choices: readonly Choice[] = ['carry', 'finish', 'restart']

export interface PublishDialogProps {
  course: Pick<Course, 'id' | 'title' | 'isBundle' | 'status'>
  content: CourseContent
  /** Saves what is not saved yet; the dialog speaks of the saved draft only. */
  flush: () => Promise<boolean>
  revision: () => number
  /** `isGiven`: somebody has it now. */
  onPublished: (course: Course, isGiven: boolean) => void
  /** Opens the place of a problem. */
  onShow: (field: string) => void
  onClose: () => void
}

/** What publishing changes, whom it touches, what stands in its way; then publishes. Mount it to open it. */
export function PublishDialog({ course, content, flush, revision, onPublished, onShow, onClose }: PublishDialogProps) {
  const { t, i18n } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const [saved, setSaved] = useState<boolean | null>(null)
  const [underWay, setUnderWay] = useState<Choice>('carry')
  const [note, setNote] = useState('')
  useEffect(() => {
    let here = true
    void flush().then((done) => here && setSaved(done))
    return () => {
      here = false
    }
  }, [flush])
  const preview = useQuery({
    ...queryOf(api.courses.publishPreview, { params: { courseId: course.id } }),
    enabled: saved === true,
    staleTime: 0,
    gcTime: 0,
  })
  const publish = useSend(api.courses.publish, {
    outdates: ['courses', 'learning', 'reports', 'permissions'],
    onSuccess: (published) => onPublished(published, (preview.data?.learners.assigned ?? 0) > 0),
  })
  const close = useCloseGuard(note.trim() !== '' || underWay !== 'carry', onClose)
  const data = preview.data
  const blocked = !data || data.problems.length > 0
  const formatted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const touches = data && !data.firstTime && data.learners.underWay > 0
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
                        onClick={() => onShow(fieldKey(content, problem.path))}
                      >
                        {problem.title && `${problem.title}: `}
                        {t(`publish.problem.${problem.code as 'empty'}`, { defaultValue: t('publish.problem.other') })}
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
                  {course.status === 'unpublished' ? t('publish.again') : t('publish.noChanges')}
                </Typography>
              ) : (
                <ChangeList
                  changes={
                    data.firstTime
                      ? data.changes.filter((one) => one.change === 'activityAdded' || one.change === 'childAdded')
                      : data.changes
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
            {touches && (
              <FormControl>
                <FormLabel id={`${id}-choice`} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
                  {t('publish.choice', formatted(data.learners.underWay))}
                </FormLabel>
                <RadioGroup
                  aria-labelledby={`${id}-choice`}
                  value={underWay}
                  onChange={(_, choice) => setUnderWay(choice as Choice)}
                  sx={{ gap: 1, mt: 1 }}
                >
                  {choices.map((choice) => (
                    <FormControlLabel
                      key={choice}
                      value={choice}
                      control={<Radio />}
                      sx={{ alignItems: 'flex-start', m: 0 }}
                      label={
                        <Box sx={{ pt: 1 }}>
                          <Typography variant="body2" sx={{ fontWeight: 700 }}>
                            {t(`publish.${choice}`)}
                          </Typography>
                          <Typography variant="caption" color="textSecondary">
                            {t(`publish.${choice}Help`)}
                          </Typography>
                        </Box>
                      }
                    />
                  ))}
                </RadioGroup>
              </FormControl>
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
              params: { courseId: course.id },
              body: { revision: revision(), underWay, note: note.trim() },
            })
          }
        >
          {t('publish.publish')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
