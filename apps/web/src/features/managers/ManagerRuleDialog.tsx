import { type ManagerRule, managerRuleLimits, sharedFields } from '@learnt/contract/manager-rules'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { confirm } from '../../ui/dialogs.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { RuleBuilder } from '../permissions/RuleBuilder.tsx'
import {
  firstForm,
  isUnfinished,
  matchesSomebody,
  type RuleForm,
  readRule,
  writeRule,
} from '../permissions/rule-form.ts'
import { useLater } from '../permissions/useLater.ts'
import { useValueLabels } from '../permissions/useValueLabels.ts'
import { outdatedByManagers } from './asks.ts'
import { PairsPreview } from './PairsPreview.tsx'

const everybody: RuleForm = { ...firstForm(), groups: [], everyone: true }

/** A rule that says who reports to which manager, with the pairs that it would add and remove. Mount it to open it. */
export function ManagerRuleDialog({ rule, onClose }: { rule: ManagerRule | null; onClose: () => void }) {
  const { t, i18n } = useTranslation(['managers', 'permissions', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const phone = useMediaQuery(useTheme().breakpoints.down('md'))
  const id = useId()
  const labelOf = useValueLabels([])
  const [title, setTitle] = useState(rule?.title ?? '')
  const [kind, setKind] = useState(rule?.kind ?? '')
  const [isActive, setActive] = useState(rule?.status !== 'inactive')
  const [managers, setManagers] = useState(() => (rule ? readSide(rule, 'managers') : everybody))
  const [people, setPeople] = useState(() => (rule ? readSide(rule, 'people') : everybody))
  const [sameFields, setSameFields] = useState<ManagerRule['sameFields']>(rule?.sameFields ?? ['loc1'])
  const [ladder, setLadder] = useState<string[]>(rule?.ladder ?? [])
  const [isNearest, setNearest] = useState(rule?.isNearest ?? true)
  const [tried, setTried] = useState(false)
  const [touched, setTouched] = useState(false)
  const mayChange = rule === null || !rule.can.update
  const touch = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      setTouched(true)
    }
  }

  const positions = useQuery({
    ...queryOf(api.members.attributeValues, { params: { field: 'position' } }),
    staleTime: 60_000,
  })
  const input = {
    title: title.trim() || t('rules.unnamed'),
    kind: kind.trim(),
    status: isActive ? ('active' as const) : ('inactive' as const),
    managers: writeRule(managers),
    people: writeRule(people),
    sameFields,
    ladder,
    isNearest,
  }
  const asksEnough = matchesSomebody(managers) && matchesSomebody(people)
  const question = asksEnough ? { ...(rule ? { ruleId: rule.id } : {}), rule: input } : null
  const asked = useLater(question, 400)
  const preview = useQuery({
    queryKey: ['managerRules', 'preview', asked],
    queryFn: ({ signal }) => {
      if (!asked) throw new Error('Nothing to ask')
      return call(api.managerRules.preview, { body: asked }, { signal })
    },
    enabled: asked !== null && mayChange,
    placeholderData: keepPreviousData,
    retry: 1,
  })
  const isStale = question !== null && (JSON.stringify(asked) !== JSON.stringify(question) || preview.isFetching)

  const save = useMutation({
    mutationKey: ['managerRules', 'save'],
    mutationFn: () =>
      rule
        ? call(api.managerRules.update, {
            params: { managerRuleId: rule.id },
            body: { ...input, title: title.trim(), revision: rule.revision },
          })
        : call(api.managerRules.create, { body: { ...input, title: title.trim() } }),
    onSuccess: (saved) => {
      showToast({ variant: 'success', text: t('dialog.saved', { title: saved.title }) })
      onClose()
    },
    onSettled: () => Promise.all(outdatedByManagers.map((part) => client.invalidateQueries({ queryKey: [part] }))),
  })
  const complaint = (field: string) =>
    isProblem(save.error)
      ? save.error.errors.find((one) => one.path.replace(/^body\./, '').startsWith(field))?.message
      : undefined
  const wrongTitle = tried && !title.trim() ? fieldText(problems, 'required') : complaint('title')
  const wrong = { managers: complaint('managers'), people: complaint('people'), sameFields: complaint('sameFields') }
  const isSaid = [wrongTitle, ...Object.values(wrong)].some(Boolean)
  const submit = async () => {
    setTried(true)
    if (!title.trim() || !asksEnough || isUnfinished(managers) || isUnfinished(people)) return
    const lost = preview.data?.lose.count ?? 0
    if (!isStale && lost > 0) {
      const yes = await confirm({
        title: t('dialog.loseTitle', { count: lost, formatted: formatNumber(lost, i18n.language) }),
        text: t('dialog.loseText'),
        confirmLabel: t('common:actions.save'),
      })
      if (!yes) return
    }
    save.mutate()
  }
  const close = useCloseGuard(touched && !save.isSuccess, onClose)
  const side = (name: 'managers' | 'people', value: RuleForm, set: (next: RuleForm) => void) => (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <RuleBuilder
        question={t(`dialog.${name}`)}
        value={value}
        complain={tried}
        disabled={!mayChange}
        onChange={touch(set)}
      />
      {tried && !matchesSomebody(value) && <Alert severity="error">{t('dialog.nobody')}</Alert>}
      {wrong[name] && <Alert severity="error">{wrong[name]}</Alert>}
    </Box>
  )
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
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={id}>{t(rule ? 'dialog.editTitle' : 'dialog.newTitle')}</DialogTitle>
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
            {!mayChange && <Alert severity="info">{t('rules.textOfTeam')}</Alert>}
            <TextField
              size="small"
              required
              autoFocus
              disabled={!mayChange}
              label={t('rules.name')}
              value={title}
              onChange={(event) => touch(setTitle)(event.target.value)}
              error={Boolean(wrongTitle)}
              helperText={wrongTitle}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <TextField
              size="small"
              disabled={!mayChange}
              label={t('rules.kind')}
              value={kind}
              onChange={(event) => touch(setKind)(event.target.value)}
              helperText={t('dialog.kindHelp')}
              slotProps={{ htmlInput: { maxLength: 100 } }}
            />
            {side('managers', managers, setManagers)}
            {side('people', people, setPeople)}
            <Autocomplete
              multiple
              size="small"
              disabled={!mayChange}
              disableCloseOnSelect
              filterSelectedOptions
              options={sharedFields}
              getOptionLabel={(field) => labelOf(field)}
              getOptionDisabled={() => sameFields.length >= managerRuleLimits.sameFields}
              value={sameFields}
              onChange={(_, fields) => touch(setSameFields)([...fields])}
              renderInput={(params) => (
                <TextField
                  {...params}
                  label={t('dialog.same')}
                  error={Boolean(wrong.sameFields)}
                  helperText={wrong.sameFields ?? t('dialog.sameHelp')}
                />
              )}
            />
            <Autocomplete
              multiple
              freeSolo
              autoSelect
              size="small"
              disabled={!mayChange}
              disableCloseOnSelect
              filterSelectedOptions
              options={positions.data?.values.map((one) => one.value) ?? []}
              value={ladder}
              onChange={(_, steps) =>
                touch(setLadder)([...new Set(steps.map((step) => step.trim()).filter(Boolean))].slice(0, 100))
              }
              renderInput={(params) => (
                <TextField {...params} label={t('dialog.ladder')} helperText={t('dialog.ladderHelp')} />
              )}
            />
            {ladder.length > 0 && (
              <Box>
                <Typography component="ol" variant="body2" sx={{ m: 0, paddingInlineStart: 3 }}>
                  {ladder.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </Typography>
                <FormControlLabel
                  control={
                    <Switch
                      checked={isNearest}
                      disabled={!mayChange}
                      onChange={(event) => touch(setNearest)(event.target.checked)}
                    />
                  }
                  label={t('dialog.nearest')}
                />
              </Box>
            )}
            <FormControlLabel
              control={
                <Switch
                  checked={isActive}
                  disabled={!mayChange}
                  onChange={(event) => touch(setActive)(event.target.checked)}
                />
              }
              label={t('dialog.active')}
            />
          </Box>
          {mayChange && (
            <Box sx={{ position: { md: 'sticky' }, top: 0, minWidth: 0 }}>
              <PairsPreview preview={question ? preview : null} isStale={isStale} />
            </Box>
          )}
          {save.error && !isSaid && (
            <Alert severity="error" role="alert" sx={{ gridColumn: '1 / -1' }}>
              {problemText(problems, save.error)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={save.isPending}>
            {t(mayChange ? 'common:actions.cancel' : 'common:actions.close')}
          </Button>
          {mayChange && (
            <Button type="submit" variant="contained" loading={save.isPending}>
              {t('common:actions.save')}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  )
}

function readSide(rule: ManagerRule, side: 'managers' | 'people'): RuleForm {
  return readRule(
    rule[side],
    rule.audiences.filter((audience) => rule[side].audiences.includes(audience.id)),
  )
}
