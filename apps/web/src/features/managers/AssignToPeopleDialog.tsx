import type { ReplyOf } from '@learnt/contract/endpoint'
import type { MyPerson } from '@learnt/contract/my-people'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'

type Giveable = ReplyOf<typeof api.myPeople.documents>['items'][number]

/** Gives a document that the manager has to some of their people. Mount it to open it. */
export function AssignToPeopleDialog({
  people,
  onClose,
}: {
  people: readonly MyPerson[]
  onClose: (done: boolean) => void
}) {
  const { t, i18n } = useTranslation(['managers', 'documentKinds', 'common'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [document, setDocument] = useState<Giveable | null>(null)
  const [day, setDay] = useState('')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.myPeople.documents, {
      query: search && search !== document?.title ? { search } : {},
    }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const assign = useSend(api.myPeople.assign, {
    outdates: ['myPeople', 'reports'],
    onSuccess: ({ given }) => {
      showToast(
        given === 0
          ? { variant: 'info', text: t('assign.hadIt') }
          : {
              variant: 'success',
              text: t('assign.done', { count: given, formatted: formatNumber(given, i18n.language) }),
            },
      )
      onClose(true)
    },
  })
  const wrongDay = isProblem(assign.error)
    ? assign.error.errors.find((one) => one.path.startsWith('body.due'))?.message
    : undefined
  const [only] = people
  const submit = () => {
    setTried(true)
    if (!document) return
    assign.mutate({
      body: {
        documentType: document.type,
        documentId: document.id,
        userIds: people.map((person) => person.userId),
        ...(day ? { due: { kind: 'on' as const, day } } : {}),
      },
    })
  }
  return (
    <Dialog open onClose={() => onClose(false)} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        {people.length === 1 && only
          ? t('assign.titleOne', { name: only.name })
          : t('assign.title', { count: people.length, formatted: formatNumber(people.length, i18n.language) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <Autocomplete
          options={found.data?.items ?? []}
          filterOptions={(options) => options}
          loading={found.isPending}
          noOptionsText={t('assign.none')}
          value={document}
          onChange={(_, next) => setDocument(next)}
          inputValue={typed}
          onInputChange={(_, text) => setTyped(text)}
          getOptionLabel={(one) => one.title}
          getOptionKey={(one) => one.id}
          isOptionEqualToValue={(a, b) => a.id === b.id}
          renderOption={({ key, ...option }, one) => (
            <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 2 }}>
              <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                {one.title}
              </Typography>
              <Typography variant="caption" color="textSecondary">
                {t(`documentKinds:${one.type}.one`)}
              </Typography>
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              required
              autoFocus
              label={t('assign.document')}
              error={tried && !document}
              helperText={tried && !document ? fieldText(problems, 'required') : t('assign.documentHelp')}
            />
          )}
        />
        {document && document.type !== 'event' && (
          <Box>
            <AppLink href={paths.documentPreview(document.type, document.id)} target="_blank" rel="noopener">
              {t('look.open')}
              <span style={visuallyHidden}> ({t('common:opensNewTab')})</span>
            </AppLink>
          </Box>
        )}
        <TextField
          type="date"
          label={t('assign.day')}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          error={Boolean(wrongDay)}
          helperText={wrongDay ?? t('assign.dayHelp')}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        {assign.error && !wrongDay && <Alert severity="error">{problemText(problems, assign.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onClose(false)}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" loading={assign.isPending} onClick={submit}>
          {t('team.assign')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
