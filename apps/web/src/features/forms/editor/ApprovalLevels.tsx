import type { ApprovalLevel } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import { newKey } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import type { RuleField } from '@learnt/contract/members'
import { textOfRuleValue } from '@learnt/contract/permissions'
import { organisationFields } from '@learnt/contract/team-values'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { SortableList } from '../../../ui/SortableList.tsx'
import { errorAt } from '../../documents/field-errors.ts'
import { moveItem } from '../../documents/move-item.ts'
import { useValueLabels } from '../../permissions/useValueLabels.ts'
import { ValuesField } from '../../permissions/ValuesField.tsx'
import { useFormEditing } from './editing.ts'
import { FormTextInput } from './FormTextInput.tsx'
import { OptionalNumber } from './OptionalNumber.tsx'
import { PeopleByIds } from './PeopleByIds.tsx'
import { SelectField } from './SelectField.tsx'
import { useProblemText } from './useProblemText.ts'

type Who = ApprovalLevel['who']

function newLevel(): ApprovalLevel {
  return {
    key: newKey(),
    title: newText(),
    who: { by: 'managers' },
    need: 'any',
    escalateAfterDays: null,
    seesPages: null,
    mayChange: [],
  }
}

function newWho(by: Who['by']): Who {
  if (by === 'people') return { by, userIds: [] }
  if (by === 'table') return { by, attribute: 'position', rows: [], otherwise: [] }
  return { by }
}

/** Who approves, one level after the other. */
export function ApprovalLevels(props: {
  levels: readonly ApprovalLevel[]
  onChange: (levels: ApprovalLevel[]) => void
}) {
  const { levels, onChange } = props
  const { t } = useTranslation('formEditor')
  const { locked } = useFormEditing()
  const nameOf = (level: ApprovalLevel) =>
    level.title.text || t('approval.level', { number: levels.indexOf(level) + 1 })
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {levels.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('approval.none')}
        </Typography>
      )}
      <SortableList
        items={levels}
        itemId={(level) => level.key}
        itemName={nameOf}
        label={t('approval.heading')}
        disabled={locked}
        onMove={(from, to) => onChange(moveItem(levels, from, to))}
      >
        {(level, controls, at) => (
          <Box sx={{ border: 1, borderColor: 'divider', borderRadius: '12px', p: 1.5, mb: 1.5 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', mb: 1 }}>
              <Typography variant="subtitle2" component="h4" sx={{ flex: 1 }}>
                {t('approval.level', { number: at + 1 })}
              </Typography>
              {controls}
              {!locked && (
                <IconButton
                  size="small"
                  aria-label={t('approval.remove', { name: nameOf(level) })}
                  onClick={() => onChange(levels.filter((one) => one !== level))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              )}
            </Box>
            <LevelFields
              level={level}
              at={at}
              set={(change) => onChange(levels.map((one) => (one === level ? { ...one, ...change } : one)))}
            />
          </Box>
        )}
      </SortableList>
      {!locked && levels.length < formLimits.levels && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          sx={{ justifySelf: 'start' }}
          onClick={() => onChange([...levels, newLevel()])}
        >
          {t('approval.add')}
        </Button>
      )}
    </Box>
  )
}

function LevelFields(props: { level: ApprovalLevel; at: number; set: (change: Partial<ApprovalLevel>) => void }) {
  const { level, at, set } = props
  const { t } = useTranslation('formEditor')
  const { form, locked, errors, actions, nameOf } = useFormEditing()
  const say = useProblemText()
  const path = `settings/levels.${at}`
  const error = say(errorAt(errors, `${path}.who`))
  const fields = fieldsOf(form).filter((field) => 'required' in field)
  const named = (keys: readonly string[]) => fields.filter((field) => keys.includes(field.key))
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FormTextInput
        size="small"
        label={t('approval.title')}
        value={level.title}
        field={`${path}.title`}
        onChange={(title) => set({ title })}
      />
      <Box data-field={`${path}.who`} sx={{ display: 'grid', gap: 1.5 }}>
        <SelectField
          label={t('approval.who')}
          value={level.who.by}
          disabled={locked}
          options={(['managers', 'administrators', 'people', 'table'] as const).map((value) => ({
            value,
            label: t(`approval.by.${value}`),
          }))}
          onChange={(by) => set({ who: newWho(by) })}
        />
        {level.who.by === 'people' && (
          <PeopleByIds
            label={t('approval.people')}
            value={level.who.userIds}
            onChange={(userIds) => set({ who: { by: 'people', userIds } })}
          />
        )}
        {level.who.by === 'table' && <DecisionTable who={level.who} onChange={(who) => set({ who })} />}
        {error && <FormHelperText error>{error}</FormHelperText>}
      </Box>
      {/* any administrator is enough, and there is nobody to pass it on to */}
      {level.who.by !== 'administrators' && (
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
          <SelectField
            label={t('approval.need')}
            value={level.need}
            disabled={locked}
            options={(['any', 'all'] as const).map((value) => ({ value, label: t(`approval.needs.${value}`) }))}
            onChange={(need) => set({ need })}
          />
          <OptionalNumber
            label={t('approval.escalate')}
            help={t('approval.escalateHelp')}
            value={level.escalateAfterDays}
            min={1}
            max={365}
            disabled={locked}
            onChange={(escalateAfterDays) => set({ escalateAfterDays })}
          />
        </Box>
      )}
      <Autocomplete
        multiple
        size="small"
        disabled={locked}
        options={form.pages.map((page) => page.key)}
        getOptionLabel={(key) => actions.pageName(form.pages.findIndex((page) => page.key === key))}
        value={level.seesPages ?? []}
        onChange={(_, pages) => set({ seesPages: pages.length > 0 ? pages : null })}
        renderInput={(params) => (
          <TextField {...params} label={t('approval.sees')} helperText={level.seesPages ? '' : t('approval.seesAll')} />
        )}
      />
      <Autocomplete
        multiple
        size="small"
        disabled={locked}
        options={fields}
        getOptionLabel={nameOf}
        getOptionKey={(field) => field.key}
        value={named(level.mayChange)}
        onChange={(_, chosen) => set({ mayChange: chosen.map((field) => field.key) })}
        renderInput={(params) => <TextField {...params} label={t('approval.mayChange')} />}
      />
    </Box>
  )
}

type TableOf = Extract<Who, { by: 'table' }>

/** Who decides by an attribute of the person; the last row has everybody else, so that no request is without an owner. */
function DecisionTable({ who, onChange }: { who: TableOf; onChange: (who: TableOf) => void }) {
  const { t } = useTranslation(['formEditor', 'permissions'])
  const { locked } = useFormEditing()
  const labelOf = useValueLabels([who.attribute])
  const setRow = (at: number, row: TableOf['rows'][number] | null) =>
    onChange({ ...who, rows: who.rows.flatMap((one, index) => (index === at ? (row ? [row] : []) : [one])) })
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <SelectField
        label={t('approval.attribute')}
        value={who.attribute}
        disabled={locked}
        options={(['position', ...organisationFields] as const).map((value) => ({
          value,
          label: labelOf(value),
        }))}
        onChange={(attribute) => onChange({ ...who, attribute, rows: [] })}
      />
      {who.rows.map((row, at) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own
          key={at}
          role="group"
          aria-label={t('approval.row', { number: at + 1 })}
          sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr auto' }, alignItems: 'start' }}
        >
          <ValuesField
            field={who.attribute as RuleField}
            values={row.values}
            labelOf={labelOf}
            disabled={locked}
            onChange={(values) => setRow(at, { ...row, values: values.map(textOfRuleValue) })}
          />
          <PeopleByIds
            label={t('approval.with')}
            value={row.userIds}
            onChange={(userIds) => setRow(at, { ...row, userIds })}
          />
          {!locked && (
            <IconButton
              size="small"
              aria-label={t('approval.removeRow', { number: at + 1 })}
              onClick={() => setRow(at, null)}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {!locked && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          sx={{ justifySelf: 'start' }}
          onClick={() => onChange({ ...who, rows: [...who.rows, { values: [], userIds: [] }] })}
        >
          {t('approval.addRow')}
        </Button>
      )}
      <PeopleByIds
        label={t('approval.otherwise')}
        value={who.otherwise}
        onChange={(otherwise) => onChange({ ...who, otherwise })}
      />
    </Box>
  )
}
