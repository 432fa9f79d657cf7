import { FeedOptions, type FeedRunPage } from '@learnt/contract/feeds'
import { type FeedField, feedFields } from '@learnt/contract/team-values'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { DatesField } from '../imports/DatesField.tsx'
import { MappingForm } from '../imports/MappingForm.tsx'
import { OptionField } from '../imports/OptionField.tsx'
import { feedPages } from './feed-pages.ts'
import { useFieldNames } from './useFieldNames.ts'

/** What each column of a file of people fills, and what the run does with its rows. */
export function FeedMapping({ run, onChecked }: { run: FeedRunPage; onChecked: () => void }) {
  const { t } = useTranslation('feeds')
  const nameOfChoice = (name: 'mode' | 'blanks' | 'missing' | 'separator', value: string) =>
    name === 'separator'
      ? value
      : t(`options.${name}Choices.${value.replaceAll(' ', '_')}` as 'options.blanksChoices.keep')
  return (
    <MappingForm<FeedField, FeedOptions>
      pages={feedPages}
      run={run}
      onChecked={onChecked}
      fields={feedFields}
      nameOf={useFieldNames()}
      options={(options, set) => {
        const choose = (name: 'mode' | 'blanks' | 'missing' | 'separator') => (
          <OptionField<string>
            label={t(`options.${name}`)}
            help={t(`options.${name}Help`)}
            value={options[name]}
            options={FeedOptions.shape[name].options}
            nameOf={(value) => nameOfChoice(name, value)}
            onChange={(value) => set(name, value as never)}
          />
        )
        return {
          fields: (
            <>
              {choose('mode')}
              {choose('blanks')}
              {choose('missing')}
              <DatesField value={options.dates} onChange={(dates) => set('dates', dates)} />
              {choose('separator')}
              <Box>
                {(['returns', 'invites'] as const).map((name) => (
                  <FormControlLabel
                    key={name}
                    label={t(`options.${name}`)}
                    control={<Switch checked={options[name]} onChange={(_, checked) => set(name, checked)} />}
                  />
                ))}
              </Box>
            </>
          ),
        }
      }}
    />
  )
}
