import type { Activity } from '@learnt/contract/courses'
import type { StepComment } from '@learnt/contract/step-comments'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { DateText } from '../../ui/DateText.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { useEditing } from './editing.ts'
import { useStepComments } from './useStepComments.ts'

/** What the authors of a course write to each other on a step. Learners never see it. */
export function StepComments({ activity }: { activity: Activity }) {
  const { t } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const { document: course, locked } = useEditing()
  const id = useId()
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isResolvedOpen, setResolvedOpen] = useState(false)
  const threads = useStepComments(course.id)
  const thread = threads.data?.items.find((one) => one.activityId === activity.id)
  const params = { courseId: course.id, activityId: activity.id }
  const failed = (problem: Error) => {
    const complaint = (problem as { errors?: readonly { message: string }[] }).errors?.[0]?.message
    setError(fieldText(problems, complaint) || problemText(problems, problem))
  }
  const add = useSend(api.stepComments.add, {
    outdates: ['stepComments'],
    onSuccess: () => {
      setText('')
      setError('')
    },
    onError: failed,
  })
  const resolve = useSend(api.stepComments.resolve, { outdates: ['stepComments'], onError: failed })
  const remove = useSend(api.stepComments.remove, { outdates: ['stepComments'], onError: failed })
  useLeaveGuard(text.trim() !== '' && !add.isPending)
  const isShown = thread && (!thread.resolved || isResolvedOpen)
  return (
    <Box component="section" aria-labelledby={id} sx={{ borderTop: 1, borderColor: 'divider', pt: 2.5 }}>
      <Typography id={id} variant="subtitle1" component="h3" sx={{ fontWeight: 700 }}>
        {t('comments.title')}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1.5 }}>
        {t('comments.text')}
      </Typography>
      {threads.error && !threads.data && <Alert severity="error">{problemText(problems, threads.error)}</Alert>}
      {thread?.resolved && (
        <Alert
          severity="success"
          sx={{ mb: 1.5 }}
          action={
            <Button color="inherit" size="small" onClick={() => setResolvedOpen(!isResolvedOpen)}>
              {isResolvedOpen ? t('comments.hide') : t('comments.show', { count: thread.comments.length })}
            </Button>
          }
        >
          {t('comments.resolvedBy', { name: thread.resolved.by })}
        </Alert>
      )}
      {isShown && (
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, mb: 1.5, display: 'grid', gap: 1 }}>
          {thread.comments.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              onRemove={
                comment.isOwn && !locked
                  ? () => remove.mutate({ params: { courseId: course.id, commentId: comment.id } })
                  : undefined
              }
            />
          ))}
        </Box>
      )}
      {!locked && (
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() === '') return setError(t('comments.missing'))
            add.mutate({ params, body: { text } })
          }}
        >
          <TextField
            fullWidth
            multiline
            maxRows={8}
            label={t('comments.write')}
            value={text}
            error={error !== ''}
            helperText={error}
            onChange={(event) => {
              setText(event.target.value)
              setError('')
            }}
            slotProps={{ htmlInput: { maxLength: 2000, dir: 'auto' } }}
          />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            <Button type="submit" variant="outlined" loading={add.isPending}>
              {t('comments.add')}
            </Button>
            {thread && (
              <Button
                color="inherit"
                loading={resolve.isPending}
                onClick={() => resolve.mutate({ params, body: { resolved: !thread.resolved } })}
              >
                {thread.resolved ? t('comments.reopen') : t('comments.resolve')}
              </Button>
            )}
          </Box>
        </Box>
      )}
    </Box>
  )
}

function Comment({ comment, onRemove }: { comment: StepComment; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('courses')
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, p: 1.5, borderRadius: '10px', bgcolor: 'action.hover' }}>
      <PersonAvatar name={comment.by} src={comment.avatar} size={28} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 700 }}>
          {comment.by}{' '}
          <Typography component="span" variant="caption" color="textSecondary">
            <DateText value={comment.at} format="minute" />
          </Typography>
        </Typography>
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {comment.text}
        </Typography>
      </Box>
      {onRemove && (
        <Tooltip title={t('comments.remove')}>
          <IconButton size="small" aria-label={t('comments.remove')} onClick={onRemove} sx={{ alignSelf: 'start' }}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  )
}
