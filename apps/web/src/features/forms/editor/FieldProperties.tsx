import type { AskedField, Field, FieldOf } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import { flowOf } from '@learnt/contract/forms/submission-states'
import { newText } from '@learnt/contract/forms/texts'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api/operations.ts'
import { queryOf } from '../../../api/queries.ts'
import { errorAt } from '../../documents/field-errors.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { ConditionField } from './ConditionField.tsx'
import { fieldField } from './content.ts'
import { type SetField, useFormEditing } from './editing.ts'
import { FormHtmlInput, FormTextInput } from './FormTextInput.tsx'
import { GapsFields } from './GapsFields.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'
import { PictureSlot } from './PictureSlot.tsx'
import { QuizPart } from './QuizPart.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'
import { useProblemText } from './useProblemText.ts'

/** Everything about one field: what it asks, when, and how its answer is judged. `alone`: it stands in no form. */
export function FieldProperties({ field, alone = false }: { field: Field; alone?: boolean }) {
  const { t } = useTranslation('formEditor')
  const { form, editField, locked, language, errors } = useFormEditing()
  const say = useProblemText()
  const set: SetField = (change) => editField(field.key, change)
  const key = (part: string) => fieldField(field.key, part)
  const limits = say(errors[key('label.limits')])
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography
        variant="h2"
        tabIndex={-1}
        data-item-heading={field.key}
        sx={{ '&:focus-visible': { outline: 'none' } }}
      >
        {t(`kinds.${field.kind}`)}
      </Typography>
      {field.kind !== 'draw' && (
        <FormTextInput
          label={t(field.kind === 'heading' ? 'field.heading' : 'field.label')}
          required={field.kind !== 'text' && field.kind !== 'video'}
          multiline
          value={field.label}
          field={key('label')}
          onChange={(label) => set({ label })}
        />
      )}
      {'required' in field && (
        <FormTextInput
          label={t('field.help')}
          multiline
          value={field.help}
          field={key('help')}
          onChange={(help) => set({ help })}
        />
      )}
      <KindFields field={field} set={set} />
      {limits && <Typography color="error">{limits}</Typography>}
      {language === null && (
        <>
          {'quiz' in field && <QuizPart field={field} set={set} alone={alone} />}
          {'required' in field && !alone && flowOf(form) === 'observation' && (
            <SelectField
              label={t('field.filledBy')}
              value={field.filledBy ?? 'form'}
              disabled={locked}
              field={key('filledBy')}
              options={[
                { value: 'form', label: t('field.filledByForm') },
                { value: 'person', label: t('field.filledByPerson') },
                { value: 'assessor', label: t('field.filledByAssessor') },
              ]}
              onChange={(who) => set({ filledBy: who === 'form' ? undefined : who })}
            />
          )}
          {'required' in field && <RequiredPart field={field} set={set} alone={alone} />}
          {!alone && (
            <ConditionField
              question={t('condition.showQuestion')}
              always={t('condition.showAlways')}
              begin={t('condition.showBegin')}
              value={field.showIf}
              own={field.key}
              field={key('showIf')}
              onChange={(showIf) => set({ showIf })}
            />
          )}
        </>
      )}
      {language !== null && 'quiz' in field && field.quiz?.feedback && <QuizPart field={field} set={set} />}
      {locked && (
        <Typography variant="body2" color="textSecondary">
          {t('field.locked')}
        </Typography>
      )}
    </Box>
  )
}

function RequiredPart({ field, set, alone }: { field: AskedField; set: SetField; alone: boolean }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  return (
    <>
      <SwitchField
        label={t('field.required')}
        value={field.required}
        disabled={locked}
        onChange={(required) => set({ required, ...(required ? { requiredIf: null } : {}) })}
      />
      {!field.required && !alone && (
        <ConditionField
          question={t('condition.requiredQuestion')}
          always={t('condition.requiredNever')}
          begin={t('condition.requiredBegin')}
          value={field.requiredIf}
          own={field.key}
          field={fieldField(field.key, 'requiredIf')}
          onChange={(requiredIf) => set({ requiredIf })}
        />
      )}
    </>
  )
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
      {children}
    </Box>
  )
}

/** What a field of its kind has besides. */
function KindFields({ field, set }: { field: Field; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked, language } = useFormEditing()
  const key = (part: string) => fieldField(field.key, part)
  const isOwn = language === null
  const number = (name: string, value: number | null, min: number, max: number, more: object = {}) => (
    <OptionalNumber
      label={t(`field.${name as 'min'}`)}
      value={value}
      min={min}
      max={max}
      disabled={locked}
      onChange={(next) => set({ [name]: next })}
      {...more}
    />
  )
  switch (field.kind) {
    case 'shortText':
      return isOwn ? <ShortTextFields field={field} set={set} /> : null
    case 'longText':
      return isOwn ? (
        <Row>
          {number('minLength', field.minLength, 0, formLimits.longAnswer)}
          {number('maxLength', field.maxLength, 1, formLimits.longAnswer)}
        </Row>
      ) : null
    case 'number':
      return isOwn ? (
        <Row>
          {number('min', field.min, -1e12, 1e12, { decimals: true })}
          {number('max', field.max, -1e12, 1e12, { decimals: true })}
          {number('decimals', field.decimals, 0, 6, { required: true })}
          <TextField
            size="small"
            label={t('field.unit')}
            value={field.unit}
            disabled={locked}
            onChange={(event) => set({ unit: event.target.value })}
            slotProps={{ htmlInput: { maxLength: 30 } }}
          />
        </Row>
      ) : null
    case 'date':
    case 'dateTime':
      return isOwn ? (
        <Row>
          <DayLimit label={t('field.earliest')} value={field.earliest} onChange={(earliest) => set({ earliest })} />
          <DayLimit label={t('field.latest')} value={field.latest} onChange={(latest) => set({ latest })} />
        </Row>
      ) : null
    case 'singleChoice':
    case 'multipleChoice':
    case 'dropDown':
      return (
        <>
          <ChoiceList
            heading={t('choices.heading')}
            one={t('choices.one')}
            items={field.choices}
            field={key('choices')}
            onChange={(choices) => set({ choices })}
          />
          {isOwn && (
            <>
              {field.kind === 'multipleChoice' && (
                <Row>
                  {number('minChoices', field.min, 0, 200, { onChange: (min: number | null) => set({ min }) })}
                  {number('maxChoices', field.max, 1, 200, { onChange: (max: number | null) => set({ max }) })}
                </Row>
              )}
              <SwitchField
                label={t('field.other')}
                value={field.other}
                disabled={locked}
                onChange={(other) => set({ other })}
              />
              <Shuffle value={field.shuffle} set={set} />
            </>
          )}
        </>
      )
    case 'scale':
      return (
        <>
          {isOwn && (
            <Row>
              {number('from', field.from, -10, 10, { required: true })}
              {number('to', field.to, -9, 20, { required: true })}
            </Row>
          )}
          <EndLabels field={field} set={set} />
        </>
      )
    case 'nps':
      return <EndLabels field={field} set={set} />
    case 'stars':
      return isOwn ? <Row>{number('count', field.count, 3, 10, { required: true })}</Row> : null
    case 'matrix':
      return (
        <>
          <ChoiceList
            heading={t('matrix.rows')}
            one={t('matrix.row')}
            items={field.rows}
            most={formLimits.rows}
            field={key('rows')}
            onChange={(rows) => set({ rows })}
          />
          <ChoiceList
            heading={t('matrix.columns')}
            one={t('matrix.column')}
            items={field.columns}
            field={key('columns')}
            onChange={(columns) => set({ columns })}
          />
          {isOwn && (
            <SwitchField
              label={t('matrix.several')}
              value={field.several}
              disabled={locked}
              onChange={(several) => set({ several })}
            />
          )}
        </>
      )
    case 'ranking':
      return (
        <>
          <ChoiceList
            heading={t('choices.heading')}
            one={t('choices.one')}
            items={field.choices}
            most={formLimits.rows}
            field={key('choices')}
            onChange={(choices) => set({ choices })}
          />
          {isOwn && <Shuffle value={field.shuffle} set={set} />}
        </>
      )
    case 'pictureChoice':
      return <PictureChoiceFields field={field} set={set} />
    case 'person':
      return isOwn ? (
        <SwitchField
          label={t('field.severalPeople')}
          value={field.several}
          disabled={locked}
          onChange={(several) => set({ several })}
        />
      ) : null
    case 'file':
      return isOwn ? <FileFields field={field} set={set} /> : null
    case 'consent':
      return (
        <FormHtmlInput
          label={t('field.consentText')}
          value={field.text}
          field={key('text')}
          onChange={(text) => set({ text })}
        />
      )
    case 'text':
      return (
        <FormHtmlInput
          label={t('field.html')}
          value={field.html}
          field={key('html')}
          onChange={(html) => set({ html })}
        />
      )
    case 'video':
      return (
        <>
          {isOwn && (
            <PictureSlot
              kind="video"
              fileId={field.fileId}
              field={key('fileId')}
              label={t('files.video')}
              onChange={(fileId) => set({ fileId })}
            />
          )}
          <FormHtmlInput
            label={t('field.transcript')}
            value={field.transcript}
            field={key('transcript')}
            onChange={(transcript) => set({ transcript })}
          />
        </>
      )
    case 'numeric':
      return isOwn ? (
        <Autocomplete
          multiple
          freeSolo
          autoSelect
          size="small"
          disabled={locked}
          options={[] as string[]}
          value={field.units}
          onChange={(_, units) => set({ units: units.map((unit) => unit.trim().slice(0, 30)).filter(Boolean) })}
          renderInput={(params) => (
            <TextField {...params} label={t('numeric.units')} helperText={t('numeric.unitsHelp')} />
          )}
        />
      ) : null
    case 'matching':
      return (
        <>
          <ChoiceList
            heading={t('matching.items')}
            one={t('matching.item')}
            items={field.items}
            most={formLimits.rows}
            field={key('items')}
            onChange={(items) => set({ items })}
          />
          <ChoiceList
            heading={t('matching.targets')}
            one={t('matching.target')}
            items={field.targets}
            field={key('targets')}
            onChange={(targets) => set({ targets })}
          />
        </>
      )
    case 'ordering':
      return (
        <ChoiceList
          heading={t('ordering.items')}
          one={t('ordering.item')}
          items={field.items}
          most={formLimits.rows}
          field={key('items')}
          // the order in which the author writes them is the right one
          onChange={(items) =>
            set({ items, ...(field.quiz ? { quiz: { ...field.quiz, key: items.map((one) => one.key) } } : {}) })
          }
        />
      )
    case 'gaps':
      return <GapsFields field={field} set={set} />
    case 'hotSpot':
      return (
        <>
          {isOwn && (
            <PictureSlot
              kind="image"
              fileId={field.fileId}
              field={key('fileId')}
              label={t('files.image')}
              onChange={(fileId) => set({ fileId })}
            />
          )}
          <FormTextInput
            label={t('hotSpot.alt')}
            value={field.alt}
            field={key('alt')}
            onChange={(alt) => set({ alt })}
          />
          {isOwn && <Row>{number('points', field.points, 1, formLimits.pointsOnPicture, { required: true })}</Row>}
        </>
      )
    case 'essay':
      return isOwn ? (
        <Row>
          {number('minWords', field.minWords, 0, 5000)}
          {number('maxWords', field.maxWords, 1, 5000)}
        </Row>
      ) : null
    case 'draw':
      return isOwn ? <DrawFields field={field} set={set} /> : null
    default:
      return null
  }
}

function Shuffle({ value, set }: { value: boolean; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  return (
    <SwitchField label={t('field.shuffle')} value={value} disabled={locked} onChange={(shuffle) => set({ shuffle })} />
  )
}

function EndLabels({ field, set }: { field: FieldOf<'scale'> | FieldOf<'nps'>; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const label = (name: 'fromLabel' | 'toLabel') => (
    <FormTextInput
      size="small"
      label={t(`field.${name}`)}
      value={field[name]}
      field={fieldField(field.key, name)}
      onChange={(text) => set({ [name]: text })}
    />
  )
  return (
    <Row>
      {label('fromLabel')}
      {label('toLabel')}
    </Row>
  )
}

/** A day, today, or none. */
function DayLimit(props: { label: string; value: string | null; onChange: (value: string | null) => void }) {
  const { label, value, onChange } = props
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const isToday = value === 'today'
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <SelectField
        label={label}
        value={isToday ? 'today' : value === null ? 'none' : 'day'}
        disabled={locked}
        options={[
          { value: 'none', label: t('field.anyDay') },
          { value: 'today', label: t('field.today') },
          { value: 'day', label: t('field.day') },
        ]}
        onChange={(next) =>
          onChange(next === 'none' ? null : next === 'today' ? 'today' : new Date().toISOString().slice(0, 10))
        }
      />
      {value !== null && !isToday && (
        <TextField
          size="small"
          type="date"
          value={value}
          disabled={locked}
          onChange={(event) => event.target.value && onChange(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': label } }}
        />
      )}
    </Box>
  )
}

function ShortTextFields({ field, set }: { field: FieldOf<'shortText'>; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked, errors } = useFormEditing()
  const say = useProblemText()
  const mask = fieldField(field.key, 'mask')
  return (
    <>
      <SelectField
        label={t('field.rule')}
        value={field.rule}
        disabled={locked}
        options={(['none', 'onlyCharacters', 'onlyNumbers', 'mask'] as const).map((value) => ({
          value,
          label: t(`field.rules.${value}`),
        }))}
        onChange={(rule) => set({ rule })}
      />
      {field.rule === 'mask' && (
        <TextField
          size="small"
          data-field={mask}
          label={t('field.mask')}
          value={field.mask}
          disabled={locked}
          error={Boolean(errorAt(errors, mask))}
          helperText={say(errorAt(errors, mask)) || t('field.maskHelp')}
          onChange={(event) => set({ mask: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 60, dir: 'ltr' } }}
        />
      )}
      <Row>
        <OptionalNumber
          label={t('field.minLength')}
          value={field.minLength}
          min={0}
          max={formLimits.shortAnswer}
          disabled={locked}
          onChange={(minLength) => set({ minLength })}
        />
        <OptionalNumber
          label={t('field.maxLength')}
          value={field.maxLength}
          min={1}
          max={formLimits.shortAnswer}
          disabled={locked}
          onChange={(maxLength) => set({ maxLength })}
        />
      </Row>
    </>
  )
}

function PictureChoiceFields({ field, set }: { field: FieldOf<'pictureChoice'>; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked, language } = useFormEditing()
  const key = fieldField(field.key, 'choices')
  const isOwn = language === null
  return (
    <>
      <ChoiceList
        heading={t('choices.pictures')}
        one={t('choices.picture')}
        items={field.choices}
        field={key}
        make={() => ({
          key: `k${crypto.randomUUID().replaceAll('-', '').slice(0, 11)}`,
          label: newText(),
          fileId: null,
        })}
        onChange={(choices) => set({ choices })}
        more={(choice, at) =>
          isOwn && (
            <PictureSlot
              kind="image"
              fileId={choice.fileId}
              field={`${key}.${at}.fileId`}
              label={t('files.image')}
              onChange={(fileId) =>
                set({ choices: field.choices.map((one) => (one.key === choice.key ? { ...one, fileId } : one)) })
              }
            />
          )
        }
      />
      {isOwn && (
        <>
          <SwitchField
            label={t('choices.several')}
            value={field.several}
            disabled={locked}
            onChange={(several) => set({ several })}
          />
          {field.several && (
            <Row>
              <OptionalNumber
                label={t('field.minChoices')}
                value={field.min}
                min={0}
                max={200}
                disabled={locked}
                onChange={(min) => set({ min })}
              />
              <OptionalNumber
                label={t('field.maxChoices')}
                value={field.max}
                min={1}
                max={200}
                disabled={locked}
                onChange={(max) => set({ max })}
              />
            </Row>
          )}
          <Shuffle value={field.shuffle} set={set} />
        </>
      )}
    </>
  )
}

const fileTypes = ['image', 'document', 'video', 'audio'] as const
const megabyte = 1024 * 1024

function FileFields({ field, set }: { field: FieldOf<'file'>; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  return (
    <>
      <Row>
        <OptionalNumber
          required
          label={t('field.maxFiles')}
          value={field.maxFiles}
          min={1}
          max={formLimits.files}
          disabled={locked}
          onChange={(maxFiles) => set({ maxFiles })}
        />
        <OptionalNumber
          required
          label={t('field.maxMegabytes')}
          value={Math.round(field.maxBytes / megabyte)}
          min={1}
          max={formLimits.fileBytes / megabyte}
          disabled={locked}
          onChange={(size) => set({ maxBytes: (size ?? 1) * megabyte })}
        />
      </Row>
      <Autocomplete
        multiple
        size="small"
        disabled={locked}
        options={[...fileTypes]}
        getOptionLabel={(type) => t(`field.fileTypes.${type}`)}
        value={field.types}
        onChange={(_, types) => set({ types })}
        renderInput={(params) => (
          <TextField
            {...params}
            label={t('field.types')}
            helperText={field.types.length === 0 ? t('field.typesHelp') : ''}
          />
        )}
      />
    </>
  )
}

function DrawFields({ field, set }: { field: FieldOf<'draw'>; set: SetField }) {
  const { t } = useTranslation('formEditor')
  const { locked, errors } = useFormEditing()
  const say = useProblemText()
  const error = say(errors[fieldField(field.key, 'label')])
  const facets = useQuery(queryOf(api.questions.facets)).data
  return (
    <>
      <Typography variant="body2" color="textSecondary">
        {t('draw.text')}
      </Typography>
      {error && (
        <Typography color="error" data-field={fieldField(field.key, 'label')}>
          {error}
        </Typography>
      )}
      <Row>
        <OptionalNumber
          required
          label={t('draw.count')}
          value={field.count}
          min={1}
          max={100}
          disabled={locked}
          field={fieldField(field.key, 'count')}
          error={say(errors[fieldField(field.key, 'count')])}
          onChange={(count) => set({ count })}
        />
        <OptionalNumber
          decimals
          label={t('draw.points')}
          value={field.points}
          min={0}
          max={1000}
          disabled={locked}
          onChange={(points) => set({ points })}
        />
      </Row>
      <Autocomplete
        freeSolo
        size="small"
        disabled={locked}
        options={(facets?.category ?? []).map((one) => one.value)}
        value={field.category}
        onChange={(_, category) => set({ category: category ?? '' })}
        onInputChange={(_, category, why) => {
          if (why === 'input') set({ category: category.slice(0, 100) })
        }}
        renderInput={(params) => (
          <TextField {...params} label={t('draw.category')} helperText={t('draw.categoryHelp')} />
        )}
      />
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        size="small"
        disabled={locked}
        options={(facets?.tag ?? []).map((one) => one.value)}
        value={field.tags}
        onChange={(_, tags) => set({ tags: tags.map((tag) => tag.trim().slice(0, 60)).filter(Boolean) })}
        renderInput={(params) => <TextField {...params} label={t('draw.tags')} helperText={t('draw.tagsHelp')} />}
      />
      <SelectField
        label={t('draw.difficulty')}
        value={field.difficulty}
        disabled={locked}
        options={(['any', 'easy', 'medium', 'hard'] as const).map((value) => ({
          value,
          label: t(`draw.difficulties.${value}`),
        }))}
        onChange={(difficulty) => set({ difficulty })}
      />
    </>
  )
}
