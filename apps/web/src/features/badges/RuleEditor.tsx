import { badgeLimits } from '@learnt/contract/badge-design'
import type { BadgePreview, BadgeRule } from '@learnt/contract/badges'
import SaveIcon from '@mui/icons-material/SaveOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { followJob } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { RuleBuilder } from '../permissions/RuleBuilder.tsx'
import { useLater } from '../permissions/useLater.ts'
import { useValueLabels } from '../permissions/useValueLabels.ts'
import { askBadgeRule } from './asks.ts'
import { BadgeField } from './BadgeField.tsx'
import { badgePaths } from './paths.ts'
import { RulePreview } from './RulePreview.tsx'
import { inputOf, type RuleDraft, type WrongField, wrongFields } from './rule-draft.ts'
import { ruleSentences } from './rule-sentence.ts'
import { TriggerFields } from './TriggerFields.tsx'

/** So many names are read in the question; the preview beside it has them all. */
const namesAsked = 10

/** Changes a rule; the page says in sentences what it does and who would get the badge now. */
export function RuleEditor({ rule, first }: { rule: BadgeRule | null; first: RuleDraft }) {
  const { t, i18n } = useTranslation(['badgeRules', 'documentKinds', 'permissions'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState({ draft: first, revision: rule?.revision ?? 0 })
  const [draft, setDraft] = useState(first)
  const [isTried, setTried] = useState(false)
  /** What is on its way: whatever is changed meanwhile is not saved yet. */
  const sent = useRef(first)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved.draft)
  const change = (next: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...next }))
  const labelOf = useValueLabels(draft.audience.groups.flatMap((group) => group.conditions.map(({ field }) => field)))

  const wrong = wrongFields(draft)
  // a rule without a title can be counted already
  const isAsked = wrong.every((field) => field === 'title')
  const input = inputOf(draft)
  const question = isAsked
    ? {
        ...(rule ? { ruleId: rule.id } : {}),
        rule: { ...input, title: input.title || t('list.rule'), isActive: true },
      }
    : null
  const asked = useLater(question, 500)
  const preview = useQuery({
    queryKey: ['badges', 'preview', asked],
    queryFn: ({ signal }) => {
      if (!asked) throw new Error('Nothing to ask')
      return call(api.badges.rules.preview, { body: asked }, { signal })
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: 1,
  })
  const isStale = isAsked && (JSON.stringify(asked) !== JSON.stringify(question) || preview.isFetching)

  const done = async (reply: BadgeRule & { jobId: string | null }) => {
    setSaved({ draft: sent.current, revision: reply.revision })
    const { jobId, ...kept } = reply
    client.setQueryData(askBadgeRule(reply.id).queryKey, kept)
    void client.invalidateQueries({ queryKey: ['badges'], predicate: ({ queryKey }) => queryKey[2] !== 'get' })
    showToast({ variant: 'success', text: t(jobId === null ? 'editor.saved' : 'editor.savedAndGiving') })
    if (jobId !== null)
      void followJob(jobId).then(() => client.invalidateQueries({ queryKey: ['badges', 'rules', 'list'] }))
    if (!rule) await navigate({ to: badgePaths.badgeRule(reply.id), replace: true, ignoreBlocker: true })
  }
  const create = useSend(api.badges.rules.create, { outdates: ['jobs'], onSuccess: (reply) => void done(reply) })
  const update = useSend(api.badges.rules.save, { outdates: ['jobs'], onSuccess: (reply) => void done(reply) })
  const save = rule ? update : create
  useLeaveGuard(isDirty && !create.isSuccess)
  /** Who gets it now is counted once more, and shown before anything is saved. */
  const submit = useMutation({
    mutationKey: ['badges', 'rules', 'submit'],
    mutationFn: async () => {
      sent.current = draft
      if (draft.isActive && question) {
        const found = await call(api.badges.rules.preview, { body: question })
        if (found.awards > 0 && !(await confirm(sureOf(found)))) return
      }
      if (rule) update.mutate({ params: { ruleId: rule.id }, body: { ...input, revision: saved.revision } })
      else create.mutate({ body: input })
    },
  })
  const sureOf = (found: BadgePreview) => {
    const list = new Intl.ListFormat(i18n.language)
    const comma = i18n.language === 'ar' ? '، ' : ', '
    const shown = found.names.slice(0, namesAsked).map(({ name }) => name)
    const rest = found.people - shown.length
    const others = t('preview.others', { count: rest, formatted: formatNumber(rest, i18n.language) })
    return {
      title: t('preview.sure', { count: found.people, formatted: formatNumber(found.people, i18n.language) }),
      text: t('preview.sureText', { names: rest > 0 ? `${shown.join(comma)} ${others}` : list.format(shown) }),
      confirmLabel: t('editor.save'),
    }
  }
  const failed = submit.error ?? save.error
  const errors = isProblem(failed) ? failed.errors : []
  const complaint = (field: string) =>
    errors.find(({ path }) => path.replace(/^body\.(rule\.)?/, '').startsWith(field))?.message
  /** Says what is wrong at a field, once somebody wanted to save. */
  const wrongAt = (field: WrongField, words: string) => (isTried && wrong.includes(field) ? words : undefined)
  const sentences =
    draft.badge && wrong.every((field) => field === 'title' || field === 'audience')
      ? ruleSentences(
          t,
          i18n.language,
          {
            badgeTitle: draft.badge.title,
            trigger: input.trigger,
            documents: [...draft.documents],
            audience: input.audience,
            audiences: [...draft.audience.audiences],
            repeats: draft.repeats,
            countsFrom: input.countsFrom,
            revokes: draft.revokes,
          },
          labelOf,
        )
      : null
  return (
    <>
      <PageHeader
        title={rule ? saved.draft.title : t('editor.new')}
        kicker={t('one')}
        back={{ href: badgePaths.badgeRules, label: t('title') }}
        actions={
          <ActionButton
            variant="contained"
            startIcon={<SaveIcon />}
            loading={submit.isPending || save.isPending}
            reason={rule?.can.save ?? null}
            reasonWords={rule && !isDirty ? t('editor.unchanged') : undefined}
            onClick={() => {
              setTried(true)
              save.reset()
              if (wrong.length === 0) submit.mutate()
            }}
          >
            {t('editor.save')}
          </ActionButton>
        }
      />
      {failed && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {isProblem(failed, 'stale') ? t('editor.stale') : (errors[0]?.message ?? problemText(problems, failed))}
        </Alert>
      )}
      {isTried && wrong.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {t('editor.wrong')}
        </Alert>
      )}
      {rule?.isApplying && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('editor.applying')}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' } }}>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          <Part title={t('editor.badge')}>
            <BadgeField
              value={draft.badge}
              onChange={(badge) => change({ badge })}
              error={wrongAt('badge', fieldText(problems, 'required')) ?? complaint('badgeId')}
            />
            <TextField
              required
              label={t('editor.title')}
              value={draft.title}
              onChange={(event) => change({ title: event.target.value })}
              error={Boolean(wrongAt('title', ' ') ?? complaint('title'))}
              helperText={
                wrongAt('title', fieldText(problems, 'required')) ?? complaint('title') ?? t('editor.titleHelp')
              }
              slotProps={{ htmlInput: { maxLength: badgeLimits.title, dir: 'auto' } }}
            />
          </Part>
          <Part title={t('editor.when')}>
            <TriggerFields draft={draft} onChange={change} wrong={isTried ? wrong : []} complaint={complaint} />
          </Part>
          <Part title={t('editor.who')}>
            <RuleBuilder
              value={draft.audience}
              onChange={(audience) => change({ audience })}
              complain={isTried}
              question={t('editor.whoQuestion')}
            />
            {(wrongAt('audience', ' ') ?? complaint('audience')) && (
              <Typography variant="body2" color="error">
                {complaint('audience') ?? t('editor.audienceWrong')}
              </Typography>
            )}
          </Part>
          <Part title={t('editor.how')}>
            <Choice
              label={t('editor.repeats')}
              value={draft.repeats}
              options={[
                ['once', t('repeats.once')],
                ['each', t('repeats.each')],
              ]}
              onChange={(repeats) => change({ repeats })}
            />
            <Choice
              label={t('editor.since')}
              value={draft.since}
              options={[
                ['day', t('since.day')],
                ['ever', t('since.ever')],
              ]}
              onChange={(since) => change({ since })}
            />
            {draft.since === 'day' && (
              <TextField
                type="date"
                label={t('editor.day')}
                value={draft.day}
                onChange={(event) => change({ day: event.target.value })}
                error={Boolean(wrongAt('day', ' ') ?? complaint('countsFrom'))}
                helperText={
                  wrongAt('day', fieldText(problems, 'day')) ?? complaint('countsFrom') ?? t('editor.dayHelp')
                }
                slotProps={{ inputLabel: { shrink: true } }}
                sx={{ maxWidth: 320 }}
              />
            )}
            {draft.kind !== 'outside' && (
              <FormControlLabel
                label={t('editor.revokes')}
                control={<Switch checked={draft.revokes} onChange={(_, revokes) => change({ revokes })} />}
              />
            )}
            <FormControlLabel
              label={t('editor.active')}
              control={<Switch checked={draft.isActive} onChange={(_, isActive) => change({ isActive })} />}
            />
          </Part>
        </Box>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            alignSelf: 'start',
            position: { lg: 'sticky' },
            top: { lg: 'calc(var(--toolbar-bottom, 64px) + 16px)' },
          }}
        >
          <Card component="section" aria-label={t('editor.inWords')} sx={{ p: 2 }}>
            <Typography variant="subtitle2" component="h2">
              {t('editor.inWords')}
            </Typography>
            <Typography sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
              {sentences?.join(' ') ?? t('editor.noWords')}
            </Typography>
          </Card>
          <RulePreview preview={isAsked ? preview : null} isStale={isStale} />
        </Box>
      </Box>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      {children}
    </Card>
  )
}

function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly (readonly [value: Value, words: string])[]
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div>
      <Typography id={id} variant="subtitle2" component="h3">
        {label}
      </Typography>
      <RadioGroup value={value} onChange={(_, next) => onChange(next as Value)} aria-labelledby={id}>
        {options.map(([one, words]) => (
          <FormControlLabel key={one} value={one} control={<Radio />} label={words} />
        ))}
      </RadioGroup>
    </div>
  )
}
