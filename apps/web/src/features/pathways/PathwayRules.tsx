import { documentTypes } from '@learnt/contract/document-kinds'
import type { EarlierCompletions, PathwayContent } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NamedDocuments } from '../documents/NamedDocuments.tsx'
import { usePathwayEditing } from './editing.ts'
import { NumberField } from './NumberField.tsx'
import { OrderField } from './OrderField.tsx'

const earlierOf: Record<EarlierCompletions['accept'], EarlierCompletions> = {
  always: { accept: 'always' },
  months: { accept: 'months', months: 12 },
  never: { accept: 'never' },
}

/** What holds for the whole pathway: its order, which completions from before count, what comes first. */
export function PathwayRules() {
  const { t } = useTranslation('pathwayEditor')
  const editing = usePathwayEditing()
  const { content, edit, locked } = editing
  const id = useId()
  const { order, earlier, prerequisites } = content
  const set = (change: Partial<PathwayContent>) => edit((draft) => ({ ...draft, ...change }))
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Typography variant="h2">{t('rules.heading')}</Typography>
      <OrderField value={order} disabled={locked} onChange={(next) => set({ order: next })} />
      <FormControl data-field="earlier" disabled={locked}>
        <FormLabel id={`${id}-earlier`} sx={{ typography: 'subtitle2', color: 'text.primary' }}>
          {t('rules.earlier')}
        </FormLabel>
        <RadioGroup
          aria-labelledby={`${id}-earlier`}
          value={earlier.accept}
          onChange={(_, next) => set({ earlier: earlierOf[next as EarlierCompletions['accept']] })}
        >
          {(['always', 'months', 'never'] as const).map((one) => (
            <FormControlLabel key={one} value={one} control={<Radio />} label={t(`rules.${one}`)} />
          ))}
        </RadioGroup>
        {earlier.accept === 'months' && (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 0.5, typography: 'body2' }}>
            <span aria-hidden>{t('rules.monthsField')}</span>
            <NumberField
              label={t('rules.monthsField')}
              value={earlier.months}
              min={1}
              max={240}
              disabled={locked}
              onChange={(months) => set({ earlier: { accept: 'months', months } })}
            />
          </Box>
        )}
      </FormControl>
      <NamedDocuments
        editing={editing}
        title={t('rules.prerequisites')}
        text={t('rules.prerequisitesText')}
        add={t('rules.prerequisitesAdd')}
        field="prerequisites"
        kinds={documentTypes}
        most={20}
        ids={prerequisites}
        without={[editing.pathwayId]}
        onChange={(next) => set({ prerequisites: next })}
      />
    </Box>
  )
}
