import type { OwnRating } from '@learnt/contract/ratings'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormHelperText from '@mui/material/FormHelperText'
import Rating from '@mui/material/Rating'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Asks who has finished something what it was like, and shows what they said; nothing before that. */
export function RatingCard({ assignmentId }: { assignmentId: string }) {
  const own = useQuery(queryOf(api.ratings.own, { params: { userCourseId: assignmentId } }))
  if (!own.data?.canRate) return null
  return <RatingForm key={own.data.rating?.updatedAt} assignmentId={assignmentId} own={own.data} />
}

function RatingForm({ assignmentId, own }: { assignmentId: string; own: OwnRating }) {
  const { t } = useTranslation('ratings')
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [stars, setStars] = useState(own.rating?.stars ?? null)
  const [comment, setComment] = useState(own.rating?.comment ?? '')
  const [tried, setTried] = useState(false)
  const rate = useSend(api.ratings.rate, {
    outdates: ['ratings', 'catalogues'],
    onSuccess: () => showToast({ variant: 'success', text: t('saved') }),
  })
  const isChanged = stars !== (own.rating?.stars ?? null) || comment.trim() !== (own.rating?.comment ?? '')
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, mt: 3, mb: 3, maxWidth: 760 }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (stars === null) return
          rate.mutate({ params: { userCourseId: assignmentId }, body: { stars, comment: comment.trim() } })
        }}
        style={{ display: 'grid', gap: 12, justifyItems: 'start' }}
      >
        <Typography id={id} variant="h3" component="h2">
          {t(own.rating ? 'own' : 'title')}
        </Typography>
        <Box>
          <Rating
            name={`${id}-stars`}
            size="large"
            value={stars}
            onChange={(_, next) => setStars(next)}
            getLabelText={(count) => t('stars', { count })}
          />
          {tried && stars === null && <FormHelperText error>{t('choose')}</FormHelperText>}
        </Box>
        <TextField
          fullWidth
          multiline
          minRows={2}
          maxRows={8}
          label={t('comment')}
          helperText={t('commentHelp')}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 2000, dir: 'auto' } }}
        />
        {rate.error && <Alert severity="error">{problemText(problems, rate.error)}</Alert>}
        <Button
          type="submit"
          variant={own.rating ? 'outlined' : 'contained'}
          loading={rate.isPending}
          disabled={own.rating !== null && !isChanged}
        >
          {t(own.rating ? 'change' : 'save')}
        </Button>
      </form>
    </Card>
  )
}
