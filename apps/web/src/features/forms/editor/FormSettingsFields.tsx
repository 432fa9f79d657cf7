import { type FormContent, type FormSettings, formKinds, reviewMoments } from '@learnt/contract/forms/content'
import { flowOf } from '@learnt/contract/forms/submission-states'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorAt } from '../../documents/field-errors.ts'
import { listLanguages } from '../../documents/languages.ts'
import { ApprovalLevels } from './ApprovalLevels.tsx'
import { useFormEditing } from './editing.ts'
import { FollowUps } from './FollowUps.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'
import { PeopleByIds } from './PeopleByIds.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'
import { useProblemText } from './useProblemText.ts'

/** How the form is filled in, who reviews it, what the person sees afterwards, and what follows. */
export function FormSettingsFields() {
  const { t, i18n } = useTranslation('formEditor')
  const { form, edit, locked, errors } = useFormEditing()
  const say = useProblemText()
  const { settings } = form
  const set = (change: Partial<FormSettings>) =>
    edit((content) => ({ ...content, settings: { ...content.settings, ...change } }))
  const setForm = (change: Partial<FormContent>) => edit((content) => ({ ...content, ...change }))
  const error = (name: string) => say(errorAt(errors, `settings/${name}`))
  const flow = flowOf(form)
  const languages = listLanguages(i18n.language, form.languages)
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography
        variant="h2"
        tabIndex={-1}
        data-item-heading="settings"
        sx={{ '&:focus-visible': { outline: 'none' } }}
      >
        {t('settings.heading')}
      </Typography>
      <Group title={t('settings.basics')}>
        <SelectField
          label={t('settings.kind')}
          help={t(`formKinds.${form.kind}Text`)}
          value={form.kind}
          disabled={locked}
          field="settings/kind"
          options={formKinds.map((value) => ({ value, label: t(`formKinds.${value}`) }))}
          onChange={(kind) => setForm({ kind })}
        />
        <OptionalNumber
          required
          label={t('settings.minutes')}
          value={form.minutes}
          min={0}
          max={6000}
          disabled={locked}
          onChange={(minutes) => setForm({ minutes: minutes ?? 0 })}
        />
        <Autocomplete
          multiple
          disabled={locked}
          options={languages.map((one) => one.tag).filter((tag) => tag !== form.language)}
          getOptionLabel={(tag) => languages.find((one) => one.tag === tag)?.name ?? tag}
          value={form.languages}
          onChange={(_, next) => setForm({ languages: next })}
          renderInput={(params) => (
            <TextField
              {...params}
              size="small"
              label={t('settings.languages')}
              helperText={t('settings.languagesHelp')}
            />
          )}
        />
        <SwitchField
          label={t('settings.anonymous')}
          help={t('settings.anonymousHelp')}
          field="settings/anonymous"
          error={error('anonymous')}
          value={settings.anonymous}
          disabled={locked}
          onChange={(anonymous) => set({ anonymous })}
        />
      </Group>
      <Group title={t('settings.filling')}>
        <Columns>
          <OptionalNumber
            label={t('settings.attempts')}
            help={t('settings.attemptsHelp')}
            value={settings.attempts}
            min={1}
            max={100}
            disabled={locked}
            onChange={(attempts) => set({ attempts })}
          />
          <OptionalNumber
            required
            label={t('settings.waitMinutes')}
            value={settings.waitMinutes}
            min={0}
            max={525_600}
            disabled={locked}
            onChange={(waitMinutes) => set({ waitMinutes: waitMinutes ?? 0 })}
          />
          <OptionalNumber
            label={t('settings.timeLimit')}
            help={t('settings.timeLimitHelp')}
            value={settings.timeLimitMinutes}
            min={1}
            max={10_080}
            disabled={locked}
            onChange={(timeLimitMinutes) => set({ timeLimitMinutes })}
          />
          <MomentField
            label={t('settings.opensAt')}
            value={settings.opensAt}
            field="settings/opensAt"
            error={error('opensAt')}
            onChange={(opensAt) => set({ opensAt })}
          />
          <MomentField
            label={t('settings.closesAt')}
            value={settings.closesAt}
            field="settings/closesAt"
            error={error('closesAt')}
            onChange={(closesAt) => set({ closesAt })}
          />
          <SelectField
            label={t('settings.navigation')}
            value={settings.navigation}
            disabled={locked}
            options={(['free', 'pages', 'forward'] as const).map((value) => ({
              value,
              label: t(`settings.navigations.${value}`),
            }))}
            onChange={(navigation) => set({ navigation })}
          />
        </Columns>
        <SwitchField
          label={t('settings.shuffleQuestions')}
          value={settings.shuffleQuestions}
          disabled={locked}
          onChange={(shuffleQuestions) => set({ shuffleQuestions })}
        />
        <SwitchField
          label={t('settings.shuffleChoices')}
          value={settings.shuffleChoices}
          disabled={locked}
          onChange={(shuffleChoices) => set({ shuffleChoices })}
        />
      </Group>
      <Group title={t('settings.results')}>
        <OptionalNumber
          decimals
          label={t('settings.passPercent')}
          help={t('settings.passPercentHelp')}
          field="settings/passPercent"
          error={error('passPercent')}
          value={settings.passPercent}
          min={0}
          max={100}
          disabled={locked}
          onChange={(passPercent) => set({ passPercent })}
        />
        <Typography variant="body2" color="textSecondary">
          {t('settings.reviewText')}
        </Typography>
        <Columns>
          {(['answers', 'marks', 'feedback', 'key'] as const).map((name) => (
            <SelectField
              key={name}
              label={t(`settings.review.${name}`)}
              value={settings.review[name]}
              disabled={locked}
              options={reviewMoments.map((value) => ({ value, label: t(`settings.moments.${value}`) }))}
              onChange={(moment) => set({ review: { ...settings.review, [name]: moment } })}
            />
          ))}
        </Columns>
        {(settings.review.marks === 'closed' || settings.review.marks === 'never') && settings.passPercent !== null && (
          <Alert severity={settings.review.marks === 'never' ? 'warning' : 'info'}>
            {t(settings.review.marks === 'never' ? 'settings.heldBackForEver' : 'settings.heldBack')}
          </Alert>
        )}
      </Group>
      {!settings.anonymous && (
        <>
          <Group title={t('settings.assessors')} field="settings/assessors">
            {error('assessors') && <Alert severity="error">{error('assessors')}</Alert>}
            {(['managers', 'administrators', 'second'] as const).map((name) => (
              <SwitchField
                key={name}
                label={t(`settings.assessor.${name}`)}
                field={`settings/assessors.${name}`}
                value={settings.assessors[name]}
                disabled={locked}
                onChange={(value) => set({ assessors: { ...settings.assessors, [name]: value } })}
              />
            ))}
            <PeopleByIds
              label={t('settings.assessor.people')}
              value={settings.assessors.people}
              onChange={(people) => set({ assessors: { ...settings.assessors, people } })}
            />
            {flow === 'observation' && (
              <SwitchField
                label={t('settings.filledByAssessor')}
                field="settings/filledBy"
                error={error('filledBy')}
                value={settings.filledBy === 'assessor'}
                disabled={locked}
                onChange={(on) => set({ filledBy: on ? 'assessor' : 'person' })}
              />
            )}
          </Group>
          {(settings.levels.length > 0 || form.kind === 'application') && (
            <Group title={t('approval.heading')} field="settings/levels">
              {errors['settings/levels'] && <Alert severity="error">{say(errors['settings/levels'])}</Alert>}
              <ApprovalLevels levels={settings.levels} onChange={(levels) => set({ levels })} />
            </Group>
          )}
          <Group title={t('followUps.heading')} field="settings/followUps">
            {errors['settings/followUps'] && <Alert severity="error">{say(errors['settings/followUps'])}</Alert>}
            <FollowUps value={settings.followUps} onChange={(followUps) => set({ followUps })} />
          </Group>
        </>
      )}
    </Box>
  )
}

function Group({ title, field, children }: { title: string; field?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      {...(field ? { 'data-field': field } : {})}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id={id} variant="h3">
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))', alignItems: 'start' }}
    >
      {children}
    </Box>
  )
}

/** A moment in the author's own zone, or none. */
function MomentField(props: {
  label: string
  value: string | null
  field: string
  error: string
  onChange: (value: string | null) => void
}) {
  const { label, value, field, error, onChange } = props
  const { locked } = useFormEditing()
  return (
    <TextField
      size="small"
      type="datetime-local"
      data-field={field}
      label={label}
      value={value === null ? '' : localText(value)}
      disabled={locked}
      error={Boolean(error)}
      helperText={error}
      onChange={(event) => {
        const time = Date.parse(event.target.value)
        onChange(Number.isNaN(time) ? null : new Date(time).toISOString())
      }}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

function localText(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
