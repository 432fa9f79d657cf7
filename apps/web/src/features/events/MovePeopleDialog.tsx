import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { usePeopleActions } from './usePeopleActions.ts'

/** Moves people to a seat of another event. Mount it to open it. */
export function MovePeopleDialog({
  eventId,
  userIds,
  onDone,
  onClose,
}: {
  eventId: string
  userIds: string[]
  onDone: () => void
  onClose: () => void
}) {
  const { t } = useTranslation(['eventPeople', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [other, setOther] = useState<{ id: string; title: string } | null>(null)
  const [tried, setTried] = useState(false)
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.events.list, {
      query: { limit: 20, status: ['published', 'publishedwithdraft'], ...(search ? { search } : {}) },
    }),
    placeholderData: keepPreviousData,
  })
  const { move } = usePeopleActions()
  const wrong = tried && other === null ? fieldText(problems, 'required') : ''
  return (
    <Dialog open onClose={move.isPending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('moveTitle', { count: userIds.length })}</DialogTitle>
      <DialogContent>
        <Autocomplete
          sx={{ mt: 1 }}
          options={(found.data?.items ?? []).filter((one) => one.id !== eventId)}
          filterOptions={(all) => all}
          loading={found.isFetching}
          value={other as never}
          onChange={(_, next) => setOther(next)}
          onInputChange={(_, text, why) => why === 'input' && setTyped(text)}
          getOptionLabel={(one: { title: string }) => one.title}
          getOptionKey={(one: { id: string }) => one.id}
          isOptionEqualToValue={(a: { id: string }, b: { id: string }) => a.id === b.id}
          renderInput={(params) => (
            <TextField {...params} autoFocus label={t('otherEvent')} error={wrong !== ''} helperText={wrong} />
          )}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={move.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={move.isPending}
          onClick={() => {
            setTried(true)
            if (other)
              move.mutate(
                { params: { documentId: eventId }, body: { userIds, toEventId: other.id, reason: '' } },
                {
                  onSuccess: () => {
                    onDone()
                    onClose()
                  },
                },
              )
          }}
        >
          {t('move')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
