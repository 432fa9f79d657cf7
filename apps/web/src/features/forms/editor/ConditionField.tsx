import type { Condition, Field, Test } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import { newCondition } from '@learnt/contract/forms/new-form'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { type RuleField, ruleFields } from '@learnt/contract/members'
import { textOfRuleValue } from '@learnt/contract/permissions'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { errorAt } from '../../documents/field-errors.ts'
import { useValueLabels } from '../../permissions/useValueLabels.ts'
import { ValuesField } from '../../permissions/ValuesField.tsx'
import {
  type AnswerTest,
  aboutField,
  choicesOf,
  type MemberTest,
  needsValues,
  newTest,
  type Operator,
  testsOf,
  withGroup,
  withTest,
} from './conditions.ts'
import { numberedFields } from './content.ts'
import { useFormEditing } from './editing.ts'
import { SelectField } from './SelectField.tsx'
import { useProblemText } from './useProblemText.ts'

export interface ConditionFieldProps {
  /** "When is it shown?" */
  question: string
  /** What holds without a condition: "Always". */
  always: string
  /** What the sentence of the condition begins with: "Shown if". */
  begin: string
  value: Condition | null
  onChange: (condition: Condition | null) => void
  field: string
  /** The field that the condition belongs to: nothing asks about itself. */
  own?: string
}

/** A condition as a sentence: if all or any of its tests hold. */
export function ConditionField({ question, always, begin, value, onChange, field, own }: ConditionFieldProps) {
  const { t } = useTranslation('formEditor')
  const { form, locked, errors } = useFormEditing()
  const say = useProblemText()
  const error = say(errorAt(errors, field))
  const fields = fieldsOf(form).filter((one) => 'required' in one && one.key !== own)
  const add = () => {
    const test = newTest(fields[0])
    onChange(value ? { ...value, tests: [...value.tests, test] } : { ...newCondition(), tests: [test] })
  }
  return (
    <Box component="fieldset" data-field={field} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 0.5 }}>
        {question}
      </Typography>
      {value === null ? (
        <Typography variant="body2" color="textSecondary">
          {always}
        </Typography>
      ) : (
        <Box sx={{ display: 'grid', gap: 1, border: 1, borderColor: 'divider', borderRadius: '10px', p: 1.25 }}>
          <MatchSentence
            begin={begin}
            match={value.match}
            disabled={locked}
            onChange={(match) => onChange({ ...value, match })}
          />
          {value.tests.map((test, at) => (
            <TestRow
              // biome-ignore lint/suspicious/noArrayIndexKey: tests have no names of their own
              key={at}
              test={test}
              fields={fields}
              number={at + 1}
              onChange={(next) => onChange(withTest(value, at, next))}
              onRemove={() => {
                const next = withTest(value, at, null)
                onChange(next.tests.length + next.groups.length > 0 ? next : null)
              }}
            />
          ))}
          {value.groups.map((group, at) => (
            <Box
              // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names of their own
              key={at}
              sx={{ borderInlineStart: 3, borderColor: 'divider', paddingInlineStart: 1, display: 'grid', gap: 1 }}
            >
              <MatchSentence
                begin={t('condition.and')}
                match={group.match}
                disabled={locked}
                onChange={(match) => onChange(withGroup(value, at, { ...group, match }))}
              />
              {group.tests.map((test, index) => (
                <TestRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: tests have no names of their own
                  key={index}
                  test={test}
                  fields={fields}
                  number={index + 1}
                  onChange={(next) =>
                    onChange(withGroup(value, at, { ...group, tests: group.tests.toSpliced(index, 1, next) }))
                  }
                  onRemove={() => {
                    const tests = group.tests.toSpliced(index, 1)
                    const next = withGroup(value, at, tests.length > 0 ? { ...group, tests } : null)
                    onChange(next.tests.length + next.groups.length > 0 ? next : null)
                  }}
                />
              ))}
              {!locked && (
                <Box>
                  <Button
                    size="small"
                    startIcon={<AddIcon />}
                    disabled={group.tests.length >= formLimits.tests}
                    onClick={() =>
                      onChange(withGroup(value, at, { ...group, tests: [...group.tests, newTest(fields[0])] }))
                    }
                  >
                    {t('condition.addToGroup')}
                  </Button>
                </Box>
              )}
            </Box>
          ))}
        </Box>
      )}
      {error && <FormHelperText error>{error}</FormHelperText>}
      {!locked && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          <Button
            size="small"
            startIcon={<AddIcon />}
            disabled={(value?.tests.length ?? 0) >= formLimits.tests}
            onClick={add}
          >
            {t(value ? 'condition.add' : 'condition.begin')}
          </Button>
          {value && value.groups.length < 10 && (
            <Button
              size="small"
              onClick={() =>
                onChange({
                  ...value,
                  groups: [
                    ...value.groups,
                    { match: value.match === 'all' ? 'any' : 'all', tests: [newTest(fields[0])] },
                  ],
                })
              }
            >
              {t('condition.addGroup')}
            </Button>
          )}
          {value && (
            <Button size="small" color="inherit" onClick={() => onChange(null)}>
              {t('condition.clear')}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

function MatchSentence(props: {
  begin: string
  match: Condition['match']
  disabled: boolean
  onChange: (match: Condition['match']) => void
}) {
  const { t } = useTranslation('formEditor')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Typography variant="body2">{props.begin}</Typography>
      <SelectField
        hiddenLabel
        label={t('condition.match')}
        value={props.match}
        disabled={props.disabled}
        options={[
          { value: 'all', label: t('condition.all') },
          { value: 'any', label: t('condition.any') },
        ]}
        onChange={props.onChange}
      />
      <Typography variant="body2">{t('condition.holds')}</Typography>
    </Box>
  )
}

const memberPrefix = 'member/'

function TestRow(props: {
  test: Test
  fields: readonly Field[]
  number: number
  onChange: (test: Test) => void
  onRemove: () => void
}) {
  const { test, fields, number, onChange, onRemove } = props
  const { t } = useTranslation(['formEditor', 'permissions'])
  const labelOf = useValueLabels([])
  const { form, locked, nameOf } = useFormEditing()
  const numbers = numberedFields(form)
  const about = test.on === 'answer' ? test.field : `${memberPrefix}${test.attribute}`
  const field = test.on === 'answer' ? fields.find((one) => one.key === test.field) : undefined
  const operators: readonly Operator[] =
    test.on === 'member'
      ? ['isAnyOf', 'isNoneOf', 'answered', 'notAnswered']
      : field
        ? testsOf(field.kind).operators
        : [test.is]
  const choose = (value: string) => {
    if (value.startsWith(memberPrefix)) {
      onChange({ on: 'member', attribute: value.slice(memberPrefix.length), is: 'isAnyOf', values: [] })
      return
    }
    const next = fields.find((one) => one.key === value)
    if (!next) return
    onChange(test.on === 'answer' ? aboutField(test, next) : newTest(next))
  }
  return (
    <Box
      role="group"
      aria-label={t('condition.test', { number })}
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <TextField
          select
          size="small"
          label={t('condition.about')}
          value={test.on === 'member' || field ? about : ''}
          disabled={locked}
          onChange={(event) => choose(event.target.value)}
          sx={{ flex: '2 1 180px', minWidth: 0 }}
        >
          {fields.map((one) => (
            <MenuItem key={one.key} value={one.key} sx={{ whiteSpace: 'normal' }}>
              {`${numbers.get(one.key) ?? ''}. ${nameOf(one)}`}
            </MenuItem>
          ))}
          {ruleFields.map((attribute) => (
            <MenuItem key={attribute} value={`${memberPrefix}${attribute}`}>
              {t('condition.member', { attribute: labelOf(attribute) })}
            </MenuItem>
          ))}
        </TextField>
        {field?.kind === 'matrix' && test.on === 'answer' && (
          <SelectField
            label={t('condition.row')}
            value={test.part ?? ''}
            disabled={locked}
            options={[
              { value: '', label: t('condition.anyRow') },
              ...field.rows.map((row) => ({ value: row.key, label: row.label.text })),
            ]}
            onChange={(part) => onChange({ ...test, part: part || null })}
          />
        )}
        <SelectField
          label={t('condition.comparison')}
          value={test.is}
          disabled={locked}
          options={operators.map((value) => ({ value, label: t(`condition.operators.${value}`) }))}
          onChange={(is) => onChange({ ...test, is, values: needsValues(is) ? test.values : [] } as Test)}
        />
        {needsValues(test.is) && (
          <Box sx={{ flex: '2 1 180px', minWidth: 0 }}>
            {test.on === 'member' ? (
              <MemberValues test={test} onChange={onChange} />
            ) : (
              field && <AnswerValues test={test} field={field} onChange={onChange} />
            )}
          </Box>
        )}
      </Box>
      {!locked && (
        <IconButton size="small" aria-label={t('condition.remove', { number })} onClick={onRemove}>
          <CloseIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  )
}

function MemberValues({ test, onChange }: { test: MemberTest; onChange: (test: Test) => void }) {
  const { locked } = useFormEditing()
  const labelOf = useValueLabels([test.attribute])
  return (
    <ValuesField
      field={test.attribute as RuleField}
      values={test.values}
      labelOf={labelOf}
      disabled={locked}
      onChange={(values) => onChange({ ...test, values: values.map(textOfRuleValue) })}
    />
  )
}

function AnswerValues(props: { test: AnswerTest; field: Field; onChange: (test: Test) => void }) {
  const { test, field, onChange } = props
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const { input } = testsOf(field.kind)
  const set = (values: string[]) => onChange({ ...test, values })
  if (input === 'choices') {
    const choices = choicesOf(field, t('condition.other'))
    return (
      <Autocomplete
        multiple
        size="small"
        disabled={locked}
        options={choices.map((one) => one.key)}
        getOptionLabel={(key) => choices.find((one) => one.key === key)?.label || t('condition.goneChoice')}
        value={test.values}
        onChange={(_, values) => set(values)}
        renderInput={(params) => <TextField {...params} label={t('condition.values')} />}
      />
    )
  }
  if (input === 'yesNo') {
    return (
      <SelectField
        label={t('condition.values')}
        value={test.values[0] ?? ''}
        disabled={locked}
        options={[
          { value: 'true', label: t('condition.yes') },
          { value: 'false', label: t('condition.no') },
        ]}
        onChange={(value) => set([value])}
      />
    )
  }
  if (input === 'text' || (input === 'number' && test.is === 'isAnyOf')) {
    return (
      <Autocomplete
        multiple
        freeSolo
        autoSelect
        size="small"
        disabled={locked}
        options={[] as string[]}
        value={test.values}
        onChange={(_, values) => set(values.map((value) => value.trim()).filter(Boolean))}
        renderInput={(params) => (
          <TextField {...params} label={t('condition.values')} helperText={t('condition.valuesHelp')} />
        )}
      />
    )
  }
  const types = { number: 'number', date: 'date', time: 'time' } as const
  return (
    <TextField
      fullWidth
      size="small"
      type={types[input as 'number'] ?? 'text'}
      label={t('condition.values')}
      value={test.values[0] ?? ''}
      disabled={locked}
      onChange={(event) => set(event.target.value ? [event.target.value] : [])}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
