import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { usePeopleActions } from './usePeopleActions.ts'

interface Person {
  userId: string
  name: string
  email: string
  /** Found by the whole address, which is named to the server as well: who leads an event may take in strangers by it only. */
  isByAddress?: boolean
}

/** Gives people seats, or takes in those who came without a registration. Mount it to open it. */
export function AddPeopleDialog({
  eventId,
  sessionId,
  onClose,
}: {
  eventId: string
  /** The date at which they came; null: they are given seats. */
  sessionId: string | null
  onClose: () => void
}) {
  const { t } = useTranslation(['eventPeople', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [people, setPeople] = useState<Person[]>([])
  const [otherwiseWait, setWait] = useState(true)
  const [tried, setTried] = useState(false)
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.events.findPeople, { params: { documentId: eventId }, query: search ? { search } : {} }),
    placeholderData: keepPreviousData,
  })
  const { add, walkIn } = usePeopleActions()
  const isPending = add.isPending || walkIn.isPending
  const wrong = tried && people.length === 0 ? fieldText(problems, 'required') : ''
  const send = () => {
    setTried(true)
    if (people.length === 0) return
    const addresses = people.flatMap((one) => (one.isByAddress ? [one.email] : []))
    const userIds = people.flatMap((one) => (one.isByAddress ? [] : [one.userId]))
    const done = { onSuccess: onClose }
    if (sessionId === null)
      add.mutate({ params: { documentId: eventId }, body: { userIds, addresses, otherwiseWait } }, done)
    else walkIn.mutate({ params: { documentId: eventId, sessionId }, body: { userIds, addresses } }, done)
  }
  return (
    <Dialog open onClose={isPending ? undefined : onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t(sessionId === null ? 'add' : 'addWalkIn')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Autocomplete
          multiple
          sx={{ mt: 1 }}
          options={(found.data?.items ?? []).map((one) => ({
            ...one,
            isByAddress: one.email !== '' && one.email === search.toLowerCase(),
          }))}
          filterOptions={(all) => all}
          filterSelectedOptions
          loading={found.isFetching}
          value={people}
          onChange={(_, next) => setPeople(next)}
          onInputChange={(_, text, why) => why === 'input' && setTyped(text)}
          getOptionLabel={(one) => (one.email ? `${one.name} (${one.email})` : one.name)}
          getOptionKey={(one) => one.userId}
          isOptionEqualToValue={(a, b) => a.userId === b.userId}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              label={t('people')}
              error={wrong !== ''}
              helperText={wrong || t('peopleHelp')}
            />
          )}
        />
        {sessionId === null && (
          <FormControlLabel
            label={t('otherwiseWait')}
            control={<Switch checked={otherwiseWait} onChange={({ target }) => setWait(target.checked)} />}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" loading={isPending} onClick={send}>
          {t(sessionId === null ? 'add' : 'addWalkIn')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
