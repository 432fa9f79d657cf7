import type { MergeField } from '@learnt/contract/merges'
import { fullName } from '@learnt/contract/text'
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
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { type PersonChoice, PersonField } from '../permissions/PeopleField.tsx'
import { useFieldLabels } from './useFieldLabels.ts'

export interface MergedPerson {
  userId: string
  name: string
}

/** Chooses which record stays and whose values, shows what moves, and merges. Mount it to open it. */
export function MergeDialog({
  person,
  teamId,
  other: given,
  onClose,
  onMerged,
}: {
  person: MergedPerson
  teamId: string
  other: MergedPerson | null
  onClose: () => void
  onMerged: () => void
}) {
  const { t, i18n } = useTranslation(['merges', 'members', 'common'])
  const { t: problems } = useTranslation('problems')
  const { labelOf } = useFieldLabels()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const navigate = useNavigate()
  const id = useId()
  const [picked, setPicked] = useState<PersonChoice | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const [take, setTake] = useState<readonly MergeField[]>([])
  const other = given ?? (picked && { userId: picked.userId, name: fullName(picked) })
  const preview = useSend(api.merges.preview)
  const make = useSend(api.merges.make, {
    outdates: ['members', 'merges', 'reports', 'permissions', 'learning', 'points', 'audit'],
    onSuccess: (merge) => {
      showToast({ variant: 'success', text: t('done', { name: merge.stay.name }) })
      onClose()
      onMerged()
      if (merge.stay.userId !== person.userId) void navigate({ to: paths.user(merge.stay.userId) })
    },
  })
  const [stayId, goneId] = isSwapped ? [other?.userId, person.userId] : [person.userId, other?.userId]
  const look = preview.mutate
  useEffect(() => {
    if (stayId && goneId)
      look({ body: { stayUserId: stayId, goneUserId: goneId, take: [], ...(isSwapped ? {} : { teamId }) } })
  }, [look, stayId, goneId, isSwapped, teamId])
  const shown = preview.data
  const error = make.error ?? preview.error
  const number = (value: number) => formatNumber(value, i18n.language)
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.language).format([...names])
  const name = (field: MergeField) =>
    field === 'firstName' || field === 'lastName' || field === 'email' || field === 'dob'
      ? t(`members:form.${field}`)
      : labelOf(field)
  const state = (value: string) => t(`common:states.progress.${value as 'completed'}`, { defaultValue: value })
  const figures = shown?.figures
  const lines = figures
    ? [
        figures.movedCount > 0 &&
          t('moves.documents', {
            count: figures.movedCount,
            formatted: number(figures.movedCount),
            list: list(figures.movedDocuments),
          }),
        figures.certificates > 0 && t('moves.certificates', { number: number(figures.certificates) }),
        figures.badges > 0 && t('moves.badges', { number: number(figures.badges) }),
        figures.points > 0 && t('moves.points', { number: number(figures.points) }),
        figures.forms > 0 && t('moves.forms', { number: number(figures.forms) }),
        figures.events > 0 && t('moves.events', { number: number(figures.events) }),
        figures.eventsLeft.length > 0 && t('moves.eventsLeft', { list: list(figures.eventsLeft) }),
        figures.requests > 0 && t('moves.requests', { number: number(figures.requests) }),
        figures.audiences.length > 0 && t('moves.audiences', { list: list(figures.audiences) }),
        figures.rules.length > 0 && t('moves.rules', { list: list(figures.rules) }),
        figures.reportsCount > 0 &&
          t('moves.reports', { number: number(figures.reportsCount), list: list(figures.reports) }),
        figures.mails > 0 && t('moves.mails', { number: number(figures.mails) }),
      ].filter((line) => line !== false)
    : []
  return (
    <Dialog open onClose={onClose} fullScreen={phone} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('dialogTitle')}</DialogTitle>
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 2.5, alignContent: 'start', pt: '8px !important' }}>
        {!given && <PersonField value={picked} onChange={setPicked} />}
        {error && <Alert severity="error">{problemText(problems, error)}</Alert>}
        {other && !shown && !error && <LinesSkeleton lines={6} />}
        {other && shown && figures && (
          <>
            <FormControl>
              <FormLabel id={`${id}-stay`}>{t('whoStays')}</FormLabel>
              <RadioGroup
                aria-labelledby={`${id}-stay`}
                value={isSwapped ? 'other' : 'this'}
                onChange={(_, value) => {
                  setSwapped(value === 'other')
                  setTake([])
                }}
              >
                {([false, true] as const).map((swapped) => {
                  const side = swapped === isSwapped ? shown.stay : shown.gone
                  return (
                    <FormControlLabel
                      key={String(swapped)}
                      value={swapped ? 'other' : 'this'}
                      control={<Radio />}
                      label={`${side.name} (${side.email || '–'})`}
                      sx={{ overflowWrap: 'anywhere' }}
                    />
                  )
                })}
              </RadioGroup>
              <Typography variant="body2" color="textSecondary">
                {t('whoStaysHelp')}
              </Typography>
            </FormControl>
            {shown.fields.length > 0 && (
              <Box component="section" aria-labelledby={`${id}-fields`}>
                <Typography id={`${id}-fields`} variant="subtitle2" component="h3">
                  {t('whoseValues')}
                </Typography>
                <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, mt: 1 }}>
                  {shown.fields.map((one) => (
                    <FormControl key={one.field} sx={{ minWidth: 0 }}>
                      <FormLabel id={`${id}-${one.field}`}>{name(one.field)}</FormLabel>
                      <RadioGroup
                        aria-labelledby={`${id}-${one.field}`}
                        value={take.includes(one.field) ? 'gone' : 'stay'}
                        onChange={(_, value) =>
                          setTake(value === 'gone' ? [...take, one.field] : take.filter((field) => field !== one.field))
                        }
                      >
                        <FormControlLabel
                          value="stay"
                          control={<Radio size="small" />}
                          label={one.stay || t('empty')}
                          sx={{ overflowWrap: 'anywhere' }}
                        />
                        <FormControlLabel
                          value="gone"
                          control={<Radio size="small" />}
                          label={one.gone || t('empty')}
                          sx={{ overflowWrap: 'anywhere' }}
                        />
                      </RadioGroup>
                    </FormControl>
                  ))}
                </Box>
              </Box>
            )}
            <Box component="section" aria-labelledby={`${id}-moves`}>
              <Typography id={`${id}-moves`} variant="subtitle2" component="h3">
                {t('whatMoves', { name: shown.stay.name })}
              </Typography>
              {lines.length === 0 && figures.documents.length === 0 && (
                <Typography color="textSecondary">{t('nothingMoves')}</Typography>
              )}
              <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, overflowWrap: 'anywhere' }}>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </Box>
            </Box>
            {figures.documents.length > 0 && (
              <Box component="section" aria-labelledby={`${id}-both`}>
                <Typography id={`${id}-both`} variant="subtitle2" component="h3">
                  {t('bothHave', { count: figures.documentsCount, formatted: number(figures.documentsCount) })}
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  {t('bothHaveHelp')}
                </Typography>
                <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, overflowWrap: 'anywhere' }}>
                  {figures.documents.map((one) => (
                    <li key={one.title}>
                      {t(one.wins === 'stay' ? 'keepsOwn' : 'takesOther', {
                        title: one.title,
                        stay: state(one.stay),
                        gone: state(one.gone),
                      })}
                    </li>
                  ))}
                </Box>
              </Box>
            )}
            <Alert severity="info">{t('afterwards', { name: shown.gone.name })}</Alert>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        {stayId && goneId && shown && (
          <Button
            variant="contained"
            loading={make.isPending || preview.isPending}
            onClick={() =>
              make.mutate({
                body: { stayUserId: stayId, goneUserId: goneId, take: [...take], ...(isSwapped ? {} : { teamId }) },
              })
            }
          >
            {t('mergeNow')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
