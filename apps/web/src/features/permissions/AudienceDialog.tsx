import type { Audience, AudiencePerson } from '@learnt/contract/audiences'
import type { AudienceKind } from '@learnt/contract/permissions'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { confirm } from '../../ui/dialogs.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import type { Selected } from '../../ui/table/Column.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { AudiencePeople } from './AudiencePeople.tsx'
import { AudiencePreviewPanel } from './AudiencePreviewPanel.tsx'
import { outdatedByRules } from './outdated.ts'
import { PeopleSelection } from './PeopleSelection.tsx'
import { RuleBuilder } from './RuleBuilder.tsx'
import { firstForm, isUnfinished, matchesSomebody, readRule, writeRule } from './rule-form.ts'
import { useLater } from './useLater.ts'
import { usePeopleSelection } from './usePeopleSelection.ts'

/** The people to remove from a list: named people, or all that a search finds on it. */
type Removal =
  | { readonly by: 'ids'; readonly ids: readonly string[] }
  | { readonly by: 'filter'; readonly search: string; readonly count: number }
const nobody: Removal = { by: 'ids', ids: [] }

/** A saved audience: its rule or its list, with what saving it would change everywhere. Mount it to open it. */
export function AudienceDialog({ audience, onClose }: { audience?: Audience; onClose: () => void }) {
  const { t, i18n } = useTranslation(['audiences', 'permissions', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const id = useId()
  const [title, setTitle] = useState(audience?.title ?? '')
  const [kind, setKind] = useState<AudienceKind>(audience?.kind ?? 'rule')
  const [form, setForm] = useState(() => (audience?.rule ? readRule(audience.rule) : firstForm()))
  const adding = usePeopleSelection()
  const [removal, setRemoval] = useState<Removal>(nobody)
  const [tried, setTried] = useState(false)
  const [touched, setTouched] = useState(false)

  const rule = useMemo(() => {
    const { audiences: _, ...alone } = writeRule(form)
    return alone
  }, [form])
  // The filter counts from its first condition on: everybody at once is nobody's first thought.
  const add = kind === 'people' && adding.isTouched ? adding.selection : null
  const remove =
    removal.by === 'filter'
      ? { by: 'filter' as const, filter: removal.search ? { search: removal.search } : {} }
      : removal.ids.length > 0
        ? { by: 'ids' as const, ids: [...removal.ids] }
        : null
  const question = {
    ...(audience ? { audienceId: audience.id } : {}),
    ...(kind === 'rule' ? { rule } : { ...(add ? { add } : {}), ...(remove ? { remove } : {}) }),
  }
  const isAsked =
    kind === 'people' ? audience !== undefined || add !== null : audience !== undefined || matchesSomebody(form)
  const asked = useLater(isAsked ? question : null, 400)
  const preview = useQuery({
    queryKey: ['audiences', 'preview', asked],
    queryFn: ({ signal }) => {
      if (!asked) throw new Error('Nothing to ask')
      return call(api.audiences.preview, { body: asked }, { signal })
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: 1,
  })
  const stale = isAsked && (JSON.stringify(asked) !== JSON.stringify(question) || preview.isFetching)
  const totals = isAsked && !stale ? preview.data?.totals : undefined

  // One thing after the other: what was done stays done, and the rest can be tried again.
  const save = useMutation({
    mutationKey: ['audiences', 'save'],
    mutationFn: async () => {
      if (!audience)
        return call(api.audiences.create, {
          body:
            kind === 'rule'
              ? { kind, title: title.trim(), rule }
              : { kind, title: title.trim(), ...(add ? { people: add } : {}) },
        })
      const params = { audienceId: audience.id }
      if (add) await call(api.audiences.addPeople, { params, body: { selection: add } })
      if (remove) await call(api.audiences.removePeople, { params, body: { selection: remove } })
      return call(api.audiences.update, {
        params,
        body: { title: title.trim(), ...(kind === 'rule' ? { rule } : {}) },
      })
    },
    onSuccess: (saved) => {
      showToast({ variant: 'success', text: t(audience ? 'dialog.saved' : 'dialog.created', { title: saved.title }) })
      onClose()
    },
    onSettled: () => Promise.all(outdatedByRules.map((part) => client.invalidateQueries({ queryKey: [part] }))),
  })
  const complaint = (field: string) =>
    isProblem(save.error)
      ? save.error.errors.find((one) => one.path.replace(/^body\./, '').startsWith(field))?.message
      : undefined
  const own = {
    title: tried && !title.trim() ? fieldText(problems, 'required') : complaint('title'),
    rule: complaint('rule'),
  }
  const submit = async () => {
    setTried(true)
    if (!title.trim()) return
    if (kind === 'rule' && (isUnfinished(form) || (!matchesSomebody(form) && !audience))) return
    if (totals && totals.lose > 0) {
      const yes = await confirm({
        title: t('dialog.loseTitle', { count: totals.lose }),
        text: t('permissions:dialog.loseText'),
        confirmLabel: t('permissions:dialog.loseYes'),
        danger: true,
      })
      if (!yes) return
    }
    save.mutate()
  }
  const close = useCloseGuard(touched || adding.isTouched || remove !== null, onClose)
  const words = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })

  const isLeaving = useCallback(
    (person: AudiencePerson) => (removal.by === 'filter' ? false : removal.ids.includes(person.id)),
    [removal],
  )
  const noteOf = useCallback(
    (person: AudiencePerson) =>
      isLeaving(person) ? (
        <Chip size="small" color="error" variant="outlined" label={t('dialog.leaves')} sx={{ marginInlineStart: 1 }} />
      ) : null,
    [isLeaving, t],
  )
  const leave = (ids: readonly string[]) =>
    setRemoval((before) => ({ by: 'ids', ids: [...new Set([...(before.by === 'ids' ? before.ids : []), ...ids])] }))
  const stay = (one: string) =>
    setRemoval((before) => (before.by === 'ids' ? { by: 'ids', ids: before.ids.filter((id) => id !== one) } : before))
  const takeOff = (selected: Selected, search: string, clear: () => void) => {
    if (selected.by === 'ids') leave(selected.ids)
    else setRemoval({ by: 'filter', search, count: selected.count })
    clear()
  }

  return (
    <Dialog
      open
      onClose={save.isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="lg"
      fullWidth
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: { md: 1100 } } } }}
    >
      <Box
        component="form"
        noValidate
        onChange={() => setTouched(true)}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={id}>{audience ? t('dialog.editTitle') : t('dialog.newTitle')}</DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
            alignItems: 'start',
            pt: '8px !important',
          }}
        >
          <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
            <TextField
              size="small"
              required
              autoFocus
              label={t('dialog.title')}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
              error={Boolean(own.title)}
              helperText={own.title ?? t('dialog.titleHelp')}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            {!audience && (
              <Box>
                <FormLabel id={`${id}-kind`}>{t('dialog.kind')}</FormLabel>
                <RadioGroup
                  row
                  aria-labelledby={`${id}-kind`}
                  value={kind}
                  onChange={(_, next) => setKind(next as AudienceKind)}
                >
                  <FormControlLabel value="rule" control={<Radio />} label={t('kind.rule')} />
                  <FormControlLabel value="people" control={<Radio />} label={t('kind.people')} />
                </RadioGroup>
                <Typography variant="caption" color="textSecondary">
                  {t(kind === 'rule' ? 'dialog.ruleHelp' : 'dialog.peopleHelp')}
                </Typography>
              </Box>
            )}
            {kind === 'rule' ? (
              <>
                <RuleBuilder
                  alone
                  question={t('dialog.who')}
                  value={form}
                  complain={tried}
                  onChange={(next) => {
                    setForm(next)
                    setTouched(true)
                  }}
                />
                {tried && !matchesSomebody(form) && !audience && (
                  <Alert severity="error">{t('permissions:builder.nobodyYet')}</Alert>
                )}
                {own.rule && <Alert severity="error">{own.rule}</Alert>}
              </>
            ) : (
              <>
                <Box component="section" aria-labelledby={`${id}-add`} sx={{ display: 'grid', gap: 1 }}>
                  <Typography variant="subtitle2" component="h3" id={`${id}-add`}>
                    {t('dialog.add')}
                  </Typography>
                  <PeopleSelection of={adding} autoFocus={false} />
                </Box>
                {audience && (
                  <Box component="section" aria-labelledby={`${id}-people`} sx={{ display: 'grid', gap: 1 }}>
                    <Typography variant="subtitle2" component="h3" id={`${id}-people`}>
                      {t('dialog.onTheList')}
                    </Typography>
                    {remove && (
                      <Alert
                        severity="warning"
                        action={
                          <Button color="inherit" size="small" onClick={() => setRemoval(nobody)}>
                            {t('dialog.keepAll')}
                          </Button>
                        }
                      >
                        {removal.by === 'filter' && removal.search
                          ? t('dialog.leavingFound', { ...words(removal.count), search: removal.search })
                          : t('dialog.leaving', words(removal.by === 'filter' ? removal.count : removal.ids.length))}
                      </Alert>
                    )}
                    <AudiencePeople
                      audienceId={audience.id}
                      noteOf={noteOf}
                      rowActions={(person) => [
                        isLeaving(person)
                          ? { id: 'keep', label: t('dialog.keep'), run: () => stay(person.id) }
                          : { id: 'leave', label: t('dialog.takeOff'), danger: true, run: () => leave([person.id]) },
                      ]}
                      bulkActions={(selected, search, clear) => (
                        <Button
                          size="small"
                          variant="outlined"
                          onClick={() => takeOff(selected, search, clear)}
                          sx={{ bgcolor: 'background.paper' }}
                        >
                          {t('dialog.takeOff')}
                        </Button>
                      )}
                    />
                  </Box>
                )}
              </>
            )}
          </Box>
          <Box sx={{ position: { md: 'sticky' }, top: 0, minWidth: 0 }}>
            <AudiencePreviewPanel preview={isAsked ? preview : null} stale={stale} />
          </Box>
          {save.error && !own.title && !own.rule && (
            <Alert severity="error" role="alert" sx={{ gridColumn: '1 / -1' }}>
              {problemText(problems, save.error)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          {phone && totals && (
            <Typography variant="caption" color="textSecondary" sx={{ flex: 1 }}>
              {t('preview.gainSome', words(totals.gain))} · {t('preview.loseSome', words(totals.lose))}
            </Typography>
          )}
          <Button color="inherit" onClick={() => void close()} disabled={save.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={save.isPending}>
            {audience ? t('dialog.save') : t('dialog.create')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}
