import type { Choice, FieldOf, QuizField } from '@learnt/contract/forms/content'
import { kindsOfField } from '@learnt/contract/forms/field-kinds'
import { newQuiz } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorAt } from '../../documents/field-errors.ts'
import { fieldField } from './content.ts'
import { type SetField, useFormEditing } from './editing.ts'
import { FormHtmlInput, FormTextInput } from './FormTextInput.tsx'
import { HotSpotKey } from './HotSpotKey.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'
import { useProblemText } from './useProblemText.ts'

type Quiz = NonNullable<QuizField['quiz']>
type SetKey = (key: unknown) => void

/** What makes the field a question with points: its points, its right answer, its feedback. `alone`: it always is one. */
export function QuizPart({ field, set, alone = false }: { field: QuizField; set: SetField; alone?: boolean }) {
  const { t } = useTranslation('formEditor')
  const { locked, errors, language } = useFormEditing()
  const say = useProblemText()
  const quiz = field.quiz as Quiz | null
  const setQuiz = (change: Partial<Record<keyof Quiz, unknown>>) => set({ quiz: { ...(quiz ?? newQuiz()), ...change } })
  const path = (part: string) => fieldField(field.key, `quiz.${part}`)
  const byHand = kindsOfField[field.kind].marked === 'hand'
  const isOwn = language === null
  const error = say(errorAt(errors, path('key')))
  return (
    <Box
      component="section"
      aria-label={t('quiz.heading')}
      sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 1.5, display: 'grid', gap: 2 }}
    >
      {isOwn && !alone && (
        <SwitchField
          label={t('quiz.earns')}
          value={quiz !== null}
          disabled={locked}
          onChange={(on) => set({ quiz: on ? { ...newQuiz(), key: byHand ? { rubric: newText() } : null } : null })}
        />
      )}
      {quiz && isOwn && (
        <>
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))' }}>
            <OptionalNumber
              required
              decimals
              label={t('quiz.points')}
              value={quiz.points}
              min={0}
              max={1000}
              disabled={locked}
              onChange={(points) => setQuiz({ points })}
            />
            {!byHand && (
              <OptionalNumber
                required
                decimals
                label={t('quiz.penalty')}
                value={quiz.penalty}
                min={0}
                max={100}
                disabled={locked}
                onChange={(penalty) => setQuiz({ penalty })}
              />
            )}
          </Box>
          {!byHand && (
            <SwitchField
              label={t('quiz.partial')}
              value={quiz.partial}
              disabled={locked}
              onChange={(partial) => setQuiz({ partial })}
            />
          )}
          <Box data-field={path('key')}>
            <KeyFields field={field} setKey={(key) => setQuiz({ key })} />
            {error && <FormHelperText error>{error}</FormHelperText>}
          </Box>
        </>
      )}
      {quiz?.feedback && (
        <>
          {!byHand &&
            (['right', 'partly', 'wrong'] as const).map((name) => (
              <FormTextInput
                key={name}
                size="small"
                multiline
                label={t(`quiz.feedback.${name}`)}
                value={quiz.feedback?.[name] ?? newText()}
                field={path(`feedback.${name}`)}
                onChange={(text) => setQuiz({ feedback: { ...quiz.feedback, [name]: text } })}
              />
            ))}
          {feedbackChoices(field).map((choice) => (
            <FormTextInput
              key={choice.key}
              size="small"
              multiline
              label={t('quiz.feedback.choice', { name: choice.label.text })}
              value={quiz.feedback?.choices[choice.key] ?? newText()}
              field={path(`feedback.choices.${choice.key}`)}
              onChange={(text) =>
                setQuiz({ feedback: { ...quiz.feedback, choices: { ...quiz.feedback?.choices, [choice.key]: text } } })
              }
            />
          ))}
          <FormHtmlInput
            label={t('quiz.worked')}
            value={quiz.worked}
            field={path('worked')}
            onChange={(worked) => setQuiz({ worked })}
          />
        </>
      )}
    </Box>
  )
}

/** Choices that have feedback of their own. */
function feedbackChoices(field: QuizField): readonly Choice[] {
  switch (field.kind) {
    case 'singleChoice':
    case 'multipleChoice':
    case 'dropDown':
    case 'pictureChoice':
      return field.choices
    default:
      return []
  }
}

/** The right answer of a question. */
export function KeyFields({ field, setKey }: { field: QuizField; setKey: SetKey }) {
  switch (field.kind) {
    case 'singleChoice':
    case 'dropDown':
    case 'multipleChoice':
    case 'pictureChoice':
      return <ChoiceKeyFields field={field} setKey={setKey} />
    case 'trueFalse':
      return <TrueFalseKey field={field} setKey={setKey} />
    case 'matrix':
      return <MatrixKey field={field} setKey={setKey} />
    case 'matching':
      return <MatchingKey field={field} setKey={setKey} />
    case 'shortAnswer':
      return <TextKeyFields field={field} setKey={setKey} />
    case 'numeric':
      return <NumericKey field={field} setKey={setKey} />
    case 'gaps':
      return <GapsKey field={field} setKey={setKey} />
    case 'ordering':
      return <OrderingKey field={field} setKey={setKey} />
    case 'hotSpot':
      return <HotSpotKey field={field} setKey={setKey} />
    case 'essay':
    case 'file':
      return <RubricKey field={field} setKey={setKey} />
  }
}

function Head({ children }: { children: ReactNode }) {
  return (
    <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
      {children}
    </Typography>
  )
}

type ChoiceField = FieldOf<'singleChoice'> | FieldOf<'multipleChoice'> | FieldOf<'dropDown'> | FieldOf<'pictureChoice'>

/** Which choices are right; or a share of the points for each. */
function ChoiceKeyFields({ field, setKey }: { field: ChoiceField; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const key = field.quiz?.key ?? { right: [], shares: null }
  const several = field.kind === 'multipleChoice' || (field.kind === 'pictureChoice' && field.several)
  const nameOf = (choice: Choice, at: number) => choice.label.text || `${t('choices.one')} ${at + 1}`
  const toggle = (choice: string, on: boolean) => {
    const rest = several ? key.right.filter((one) => one !== choice) : []
    setKey({ ...key, right: on ? [...rest, choice] : rest })
  }
  return (
    <>
      <Head>{t(several ? 'quiz.rightOnes' : 'quiz.rightOne')}</Head>
      {field.choices.map((choice, at) =>
        key.shares === null ? (
          <Box key={choice.key}>
            <FormControlLabel
              control={
                <Checkbox
                  checked={key.right.includes(choice.key)}
                  disabled={locked}
                  onChange={(_, on) => toggle(choice.key, on)}
                />
              }
              label={nameOf(choice, at)}
            />
          </Box>
        ) : (
          <Box key={choice.key} sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 1 }}>
            <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              {nameOf(choice, at)}
            </Typography>
            <OptionalNumber
              required
              decimals
              label={t('quiz.share', { name: nameOf(choice, at) })}
              value={key.shares[choice.key] ?? 0}
              min={-100}
              max={100}
              disabled={locked}
              onChange={(share) => setKey({ ...key, shares: { ...key.shares, [choice.key]: share ?? 0 } })}
            />
          </Box>
        ),
      )}
      <SwitchField
        label={t('quiz.shares')}
        value={key.shares !== null}
        disabled={locked}
        onChange={(on) => {
          // five decimals, as other programs write a third
          const each = key.right.length > 0 ? Math.round(10_000_000 / key.right.length) / 100_000 : 0
          const shares = Object.fromEntries(
            field.choices.map((choice) => [choice.key, key.right.includes(choice.key) ? each : 0]),
          )
          setKey({ ...key, shares: on ? shares : null })
        }}
      />
    </>
  )
}

function TrueFalseKey({ field, setKey }: { field: FieldOf<'trueFalse'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const key = field.quiz?.key ?? null
  return (
    <SelectField
      label={t('quiz.rightOne')}
      value={key === null ? '' : String(key)}
      disabled={locked}
      options={[
        { value: 'true', label: t('quiz.true') },
        { value: 'false', label: t('quiz.false') },
      ]}
      onChange={(value) => setKey(value === 'true')}
    />
  )
}

function MatrixKey({ field, setKey }: { field: FieldOf<'matrix'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const key = field.quiz?.key ?? {}
  return (
    <>
      <Head>{t('quiz.rightOfRows')}</Head>
      {field.rows.map((row, at) => (
        <Box key={row.key} role="group" aria-label={row.label.text || String(at + 1)} sx={{ mb: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: 700 }}>
            {row.label.text || `${t('matrix.row')} ${at + 1}`}
          </Typography>
          {field.columns.map((column, number) => {
            const right = key[row.key] ?? []
            return (
              <FormControlLabel
                key={column.key}
                control={
                  <Checkbox
                    size="small"
                    checked={right.includes(column.key)}
                    disabled={locked}
                    onChange={(_, on) => {
                      const rest = field.several ? right.filter((one) => one !== column.key) : []
                      setKey({ ...key, [row.key]: on ? [...rest, column.key] : rest })
                    }}
                  />
                }
                label={column.label.text || `${t('matrix.column')} ${number + 1}`}
              />
            )
          })}
        </Box>
      ))}
    </>
  )
}

function MatchingKey({ field, setKey }: { field: FieldOf<'matching'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const key = field.quiz?.key ?? {}
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Head>{t('quiz.rightPairs')}</Head>
      {field.items.map((item, at) => (
        <SelectField
          key={item.key}
          label={item.label.text || `${t('matching.item')} ${at + 1}`}
          value={key[item.key] ?? ''}
          disabled={locked}
          options={field.targets.map((target, number) => ({
            value: target.key,
            label: target.label.text || `${t('matching.target')} ${number + 1}`,
          }))}
          onChange={(target) => setKey({ ...key, [item.key]: target })}
        />
      ))}
    </Box>
  )
}

interface Accepted {
  text: string
  percent: number
}

/** Accepted texts, each with the share of the points that it earns. */
function AcceptedTexts(props: { label: string; items: readonly Accepted[]; onChange: (items: Accepted[]) => void }) {
  const { label, items, onChange } = props
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const set = (at: number, change: Partial<Accepted>) =>
    onChange(items.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1 }}>
      {items.map((one, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: accepted answers have no names of their own
          key={at}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) 92px auto', alignItems: 'center' }}
        >
          <TextField
            size="small"
            label={t('quiz.accepted', { number: at + 1 })}
            value={one.text}
            disabled={locked}
            onChange={(event) => set(at, { text: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 1000, dir: 'auto' } }}
          />
          <OptionalNumber
            required
            decimals
            label={t('quiz.percent')}
            value={one.percent}
            min={0}
            max={100}
            disabled={locked}
            onChange={(percent) => set(at, { percent: percent ?? 100 })}
          />
          {!locked && (
            <IconButton
              size="small"
              aria-label={t('quiz.removeAccepted', { number: at + 1 })}
              onClick={() => onChange(items.filter((_, index) => index !== at))}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {!locked && items.length < 50 && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          sx={{ justifySelf: 'start' }}
          onClick={() => onChange([...items, { text: '', percent: 100 }])}
        >
          {t('quiz.addAccepted')}
        </Button>
      )}
    </Box>
  )
}

function Matching(props: { matchCase: boolean; matchAccents: boolean; onChange: (change: object) => void }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  return (
    <>
      {(['matchCase', 'matchAccents'] as const).map((name) => (
        <SwitchField
          key={name}
          label={t(`quiz.${name}`)}
          value={props[name]}
          disabled={locked}
          onChange={(value) => props.onChange({ [name]: value })}
        />
      ))}
    </>
  )
}

function TextKeyFields({ field, setKey }: { field: FieldOf<'shortAnswer'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const key = field.quiz?.key ?? { accepted: [{ text: '', percent: 100 }], matchCase: false, matchAccents: false }
  return (
    <>
      <Head>{t('quiz.rightTexts')}</Head>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1 }}>
        {t('quiz.starHelp')}
      </Typography>
      <AcceptedTexts
        label={t('quiz.rightTexts')}
        items={key.accepted}
        onChange={(accepted) => setKey({ ...key, accepted })}
      />
      <Matching
        matchCase={key.matchCase}
        matchAccents={key.matchAccents}
        onChange={(change) => setKey({ ...key, ...change })}
      />
    </>
  )
}

function NumericKey({ field, setKey }: { field: FieldOf<'numeric'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const key = field.quiz?.key ?? { accepted: [], units: {}, unitPenalty: 100 }
  type One = (typeof key.accepted)[number]
  const set = (at: number, change: Partial<One>) =>
    setKey({ ...key, accepted: key.accepted.map((one, index) => (index === at ? { ...one, ...change } : one)) })
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Head>{t('numeric.right')}</Head>
      {key.accepted.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accepted answers have no names of their own
        <Box key={at} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
          <OptionalNumber
            required
            decimals
            label={t('numeric.value')}
            value={one.value}
            min={-1e15}
            max={1e15}
            disabled={locked}
            onChange={(value) => set(at, { value: value ?? 0 })}
          />
          <OptionalNumber
            required
            decimals
            label={t('numeric.tolerance')}
            value={one.tolerance}
            min={0}
            max={1e15}
            disabled={locked}
            onChange={(tolerance) => set(at, { tolerance: tolerance ?? 0 })}
          />
          <SelectField
            label={t('numeric.in')}
            value={one.in}
            disabled={locked}
            options={[
              { value: 'size', label: t('numeric.size') },
              { value: 'percent', label: '%' },
            ]}
            onChange={(next) => set(at, { in: next })}
          />
          <OptionalNumber
            required
            decimals
            label={t('quiz.percent')}
            value={one.percent}
            min={0}
            max={100}
            disabled={locked}
            onChange={(percent) => set(at, { percent: percent ?? 100 })}
          />
          {!locked && (
            <IconButton
              size="small"
              aria-label={t('quiz.removeAccepted', { number: at + 1 })}
              onClick={() => setKey({ ...key, accepted: key.accepted.filter((_, index) => index !== at) })}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {!locked && key.accepted.length < 20 && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          sx={{ justifySelf: 'start' }}
          onClick={() =>
            setKey({ ...key, accepted: [...key.accepted, { value: 0, tolerance: 0, in: 'size', percent: 100 }] })
          }
        >
          {t('quiz.addAccepted')}
        </Button>
      )}
      {field.units.length > 0 && (
        <>
          {field.units.map((unit) => (
            <OptionalNumber
              key={unit}
              decimals
              label={t('numeric.oneOf', { unit })}
              value={key.units[unit] ?? null}
              min={-1e15}
              max={1e15}
              disabled={locked}
              onChange={(size) => {
                const { [unit]: _, ...rest } = key.units
                setKey({ ...key, units: size === null ? rest : { ...rest, [unit]: size } })
              }}
            />
          ))}
          <OptionalNumber
            required
            decimals
            label={t('numeric.unitPenalty')}
            value={key.unitPenalty}
            min={0}
            max={100}
            disabled={locked}
            onChange={(unitPenalty) => setKey({ ...key, unitPenalty: unitPenalty ?? 0 })}
          />
        </>
      )}
    </Box>
  )
}

function GapsKey({ field, setKey }: { field: FieldOf<'gaps'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const key = field.quiz?.key ?? { gaps: {}, matchCase: false, matchAccents: false }
  const setGap = (gap: string, accepted: Accepted[]) => setKey({ ...key, gaps: { ...key.gaps, [gap]: accepted } })
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {field.gaps.map((gap, at) => {
        const label = t('gaps.rightOf', { number: at + 1 })
        const accepted = key.gaps[gap.key] ?? []
        return (
          <Box key={gap.key}>
            <Head>{label}</Head>
            {gap.choices.length > 0 ? (
              <SelectField
                hiddenLabel
                label={label}
                value={accepted[0]?.text ?? ''}
                disabled={locked}
                options={gap.choices.map((choice) => ({ value: choice.key, label: choice.label.text }))}
                onChange={(choice) => setGap(gap.key, [{ text: choice, percent: 100 }])}
              />
            ) : (
              <AcceptedTexts label={label} items={accepted} onChange={(items) => setGap(gap.key, items)} />
            )}
          </Box>
        )
      })}
      <Matching
        matchCase={key.matchCase}
        matchAccents={key.matchAccents}
        onChange={(change) => setKey({ ...key, ...change })}
      />
    </Box>
  )
}

/** The order of the author is the right one. */
function OrderingKey({ field, setKey }: { field: FieldOf<'ordering'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const written = field.items.map((item) => item.key)
  const isSame = JSON.stringify(field.quiz?.key ?? []) === JSON.stringify(written)
  return (
    <>
      <Typography variant="body2">{t('ordering.rightText')}</Typography>
      {!isSame && !locked && (
        <Button size="small" onClick={() => setKey(written)}>
          {t('ordering.takeOrder')}
        </Button>
      )}
    </>
  )
}

function RubricKey({ field, setKey }: { field: FieldOf<'essay'> | FieldOf<'file'>; setKey: SetKey }) {
  const { t } = useTranslation('formEditor')
  return (
    <FormHtmlInput
      label={t('quiz.rubric')}
      help={t('quiz.rubricHelp')}
      value={field.quiz?.key?.rubric ?? newText()}
      field={fieldField(field.key, 'quiz.key.rubric')}
      onChange={(rubric) => setKey({ rubric })}
    />
  )
}
