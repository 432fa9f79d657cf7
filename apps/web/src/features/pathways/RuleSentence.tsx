import type { PathwaySection, SectionRule } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { errorAt } from '../documents/field-errors.ts'
import { changeSection, countedSteps, creditsIn, ruleOf, sectionField } from './content.ts'
import { usePathwayEditing } from './editing.ts'
import { NumberField } from './NumberField.tsx'

/** How much of a section is needed, as a sentence to fill in. */
export function RuleSentence({ section, name }: { section: PathwaySection; name: string }) {
  const { t, i18n } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const { edit, errors, locked } = usePathwayEditing()
  const { rule } = section
  const field = sectionField(section.id, 'rule')
  const error = fieldText(problems, errorAt(errors, field))
  const set = (next: SectionRule) => edit((draft) => changeSection(draft, section.id, { rule: next }))
  return (
    <Box data-field={field} sx={{ px: 0.75, py: 0.75 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', typography: 'body2' }}>
        <span>{t('rule.before')}</span>
        <TextField
          select
          size="small"
          disabled={locked}
          value={rule.rule}
          onChange={(event) => set(ruleOf(event.target.value as SectionRule['rule'], section))}
          slotProps={{
            select: {
              renderValue: (value) => t(`rule.${value as SectionRule['rule']}`),
              inputProps: { 'aria-label': t('rule.label', { name }) },
            },
          }}
        >
          {(['all', 'any', 'credits'] as const).map((one) => (
            <MenuItem key={one} value={one}>
              {t(`rule.choice.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        {rule.rule === 'any' && (
          <>
            <NumberField
              label={t('rule.anyCount')}
              value={rule.count}
              min={1}
              max={200}
              disabled={locked}
              error={Boolean(error)}
              onChange={(count) => set({ rule: 'any', count })}
            />
            <span>{t('rule.anyAfter', { count: countedSteps(section).length })}</span>
          </>
        )}
        {rule.rule === 'credits' && (
          <>
            <NumberField
              label={t('rule.creditsCount')}
              value={rule.credits}
              min={0.5}
              max={100_000}
              step={0.5}
              disabled={locked}
              error={Boolean(error)}
              onChange={(credits) => set({ rule: 'credits', credits })}
            />
            <span>{t('rule.creditsAfter', { formatted: formatNumber(creditsIn(section), i18n.language) })}</span>
          </>
        )}
      </Box>
      {error && (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      )}
    </Box>
  )
}
