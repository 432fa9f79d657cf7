import type { Facilitator } from '@learnt/contract/events/operations'
import { fullName } from '@learnt/contract/text'
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
import { queryOf, useSend } from '../../api/queries.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

interface Person {
  userId: string
  name: string
  email: string
}

/** Lets a person lead events, or changes what is said about one. Mount it to open it. */
export function FacilitatorDialog({
  facilitator,
  onSaved,
  onClose,
}: {
  facilitator?: Facilitator
  onSaved: (person: Facilitator) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['eventEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [person, setPerson] = useState<Person | null>(facilitator ?? null)
  const [about, setAbout] = useState(facilitator?.about ?? '')
  const [tried, setTried] = useState(false)
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.members.list, { query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const people = [
    ...new Map(
      (found.data?.items ?? []).map(({ userId, email, ...names }) => [
        userId,
        { userId, name: fullName(names), email },
      ]),
    ).values(),
  ]
  const put = useSend(api.events.putFacilitator, {
    outdates: ['events'],
    onSuccess: (saved) => {
      showToast({ variant: 'success', text: t('facilitatorSaved', { name: saved.name }) })
      onSaved(saved)
      onClose()
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const wrong = tried && person === null ? fieldText(problems, 'required') : ''
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setTried(true)
          if (person)
            put.mutate({
              params: { userId: person.userId },
              body: { about: about.trim(), isArchived: facilitator?.isArchived ?? false },
            })
        }}
      >
        <DialogTitle id={id}>{facilitator ? facilitator.name : t('addFacilitator')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          {!facilitator && (
            <Autocomplete
              sx={{ mt: 1 }}
              options={people}
              filterOptions={(all) => all}
              loading={found.isFetching}
              value={person}
              onChange={(_, next) => setPerson(next)}
              onInputChange={(_, text, why) => why === 'input' && setTyped(text)}
              getOptionLabel={(one) => (one.email ? `${one.name} (${one.email})` : one.name)}
              getOptionKey={(one) => one.userId}
              isOptionEqualToValue={(a, b) => a.userId === b.userId}
              renderInput={(params) => (
                <TextField {...params} required label={t('findPerson')} error={wrong !== ''} helperText={wrong} />
              )}
            />
          )}
          <TextField
            label={t('about')}
            helperText={t('aboutHelp')}
            sx={{ mt: facilitator ? 1 : 0 }}
            value={about}
            onChange={({ target }) => setAbout(target.value)}
            multiline
            minRows={2}
            slotProps={{ htmlInput: { maxLength: 2000 } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={put.isPending}>
            {t('common:actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
