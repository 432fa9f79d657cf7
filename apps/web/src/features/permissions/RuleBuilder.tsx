import type { RuleField } from '@learnt/contract/members'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Divider from '@mui/material/Divider'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useCustomFields } from '../custom-fields/useCustomFields.ts'
import { AudiencesField } from './AudiencesField.tsx'
import { type Condition, type ConditionGroup, freeFields, newCondition, newGroup, type RuleForm } from './rule-form.ts'
import { useValueLabels } from './useValueLabels.ts'
import { ValuesField } from './ValuesField.tsx'

/**
 * Who gets it: everyone, or those who are in a saved audience or meet all conditions of any group. An audience itself names
 * no audiences (`alone`).
 */
export function RuleBuilder(props: {
  value: RuleForm
  onChange: (next: RuleForm) => void
  disabled?: boolean
  complain?: boolean
  alone?: boolean
  question?: string
}) {
  const { value, onChange, disabled = false, complain = false, alone = false } = props
  const { t } = useTranslation('permissions')
  const labelOf = useValueLabels(value.groups.flatMap((group) => group.conditions.map((condition) => condition.field)))
  const setGroup = (at: number, group: ConditionGroup | null) =>
    onChange({
      ...value,
      groups: value.groups.flatMap((one, index) => (index === at ? (group ? [group] : []) : [one])),
    })
  const question = props.question ?? t('builder.who')
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="subtitle2" sx={{ mb: 0.5 }}>
        {question}
      </Typography>
      <RadioGroup
        row
        value={value.everyone ? 'everyone' : 'rule'}
        onChange={(_, choice) => onChange({ ...value, everyone: choice === 'everyone' })}
        aria-label={question}
      >
        <FormControlLabel value="rule" control={<Radio />} label={t('builder.byRule')} disabled={disabled} />
        <FormControlLabel value="everyone" control={<Radio />} label={t('builder.everyone')} disabled={disabled} />
      </RadioGroup>
      {!value.everyone && (
        <Box sx={{ mt: 1, display: 'grid', gap: 0 }}>
          {!alone && (
            <AudiencesField
              value={value.audiences}
              disabled={disabled}
              onChange={(audiences) => onChange({ ...value, audiences })}
            />
          )}
          {value.groups.map((group, at) => (
            <Box key={group.id}>
              {(at > 0 || !alone) && (
                <Divider sx={{ my: 1 }}>
                  <Chip size="small" label={t('builder.or')} />
                </Divider>
              )}
              <Group
                group={group}
                number={at + 1}
                several={value.groups.length > 1}
                disabled={disabled}
                complain={complain && (value.audiences.length === 0 || hasValue(group))}
                labelOf={labelOf}
                onChange={(next) => setGroup(at, next)}
                onRemove={() => setGroup(at, null)}
              />
            </Box>
          ))}
          <Box sx={{ mt: 1.5 }}>
            <Button
              size="small"
              startIcon={<AddIcon />}
              disabled={disabled || value.groups.length > 20}
              onClick={() => onChange({ ...value, groups: [...value.groups, newGroup(newCondition('position'))] })}
            >
              {value.groups.length === 0 ? t('builder.addFirst') : t('builder.addGroup')}
            </Button>
          </Box>
        </Box>
      )}
    </Box>
  )
}

function hasValue(group: ConditionGroup): boolean {
  return group.conditions.some((condition) => condition.values.length > 0)
}

function Group(props: {
  group: ConditionGroup
  number: number
  several: boolean
  disabled: boolean
  complain: boolean
  labelOf: ReturnType<typeof useValueLabels>
  onChange: (group: ConditionGroup) => void
  onRemove: () => void
}) {
  const { group, number, several, disabled, complain, labelOf, onChange, onRemove } = props
  const { t } = useTranslation('permissions')
  const set = (at: number, condition: Condition | null) =>
    onChange({
      ...group,
      conditions: group.conditions.flatMap((one, index) => (index === at ? (condition ? [condition] : []) : [one])),
    })
  const { find } = useCustomFields()
  // nobody gives themself anything by writing about themself
  const isOpen = (field: RuleField) => find(field)?.access.person === 'edit'
  const nextField = freeFields(group).find((field) => !isOpen(field))
  return (
    <Box
      role="group"
      aria-label={t('builder.group', { number })}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '12px',
        p: { xs: 1.5, sm: 2 },
        bgcolor: 'background.default',
      }}
    >
      {several && (
        <Box sx={{ display: 'flex', alignItems: 'center', mb: 1, mt: -0.5 }}>
          <Typography variant="caption" color="textSecondary" sx={{ flex: 1, fontWeight: 700 }}>
            {t('builder.group', { number })}
          </Typography>
          <IconButton
            size="small"
            onClick={onRemove}
            disabled={disabled}
            aria-label={t('builder.removeGroup', { number })}
          >
            <DeleteIcon fontSize="small" />
          </IconButton>
        </Box>
      )}
      {group.conditions.length === 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('builder.noConditions')}
        </Typography>
      )}
      {group.conditions.map((condition, at) => (
        <Box key={condition.id}>
          {at > 0 && (
            <Typography
              variant="caption"
              component="p"
              color="textSecondary"
              sx={{ my: 0.75, fontWeight: 700, paddingInlineStart: 0.5 }}
            >
              {t('builder.and')}
            </Typography>
          )}
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr) 36px', sm: '190px minmax(0, 1fr) 36px' },
            }}
          >
            <TextField
              select
              size="small"
              label={t('builder.attribute')}
              value={condition.field}
              disabled={disabled}
              onChange={(event) => set(at, { ...condition, field: event.target.value as RuleField, values: [] })}
              slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } } } }}
            >
              {freeFields(group, condition.field).map((field) => (
                <MenuItem key={field} value={field} disabled={isOpen(field)}>
                  {isOpen(field) ? t('builder.isOpen', { field: labelOf(field) }) : labelOf(field)}
                </MenuItem>
              ))}
            </TextField>
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' }, minWidth: 0 }}>
              <ValuesField
                key={condition.field}
                field={condition.field}
                values={condition.values}
                labelOf={labelOf}
                disabled={disabled}
                error={complain && condition.values.length === 0 ? t('builder.needsValue') : undefined}
                onChange={(values) => set(at, { ...condition, values })}
              />
            </Box>
            <IconButton
              size="small"
              sx={{ mt: 0.25 }}
              disabled={disabled}
              onClick={() => set(at, null)}
              aria-label={t('builder.removeCondition', { field: labelOf(condition.field) })}
            >
              <CloseIcon fontSize="small" />
            </IconButton>
          </Box>
        </Box>
      ))}
      {nextField && (
        <Button
          size="small"
          startIcon={<AddIcon />}
          sx={{ mt: 1 }}
          disabled={disabled}
          onClick={() => onChange({ ...group, conditions: [...group.conditions, newCondition(nextField)] })}
        >
          {group.conditions.length === 0 ? t('builder.addCondition') : t('builder.addAnother')}
        </Button>
      )}
    </Box>
  )
}
