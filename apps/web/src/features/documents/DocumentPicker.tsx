import { type DocumentType, documentKinds } from '@learnt/contract/document-kinds'
import type { FoundDocument } from '@learnt/contract/find-documents'
import { searchForm } from '@learnt/contract/text'
import SearchIcon from '@mui/icons-material/Search'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { DocumentLine } from './DocumentLine.tsx'
import { askFound } from './find-documents.ts'
import type { DocumentName } from './kind.ts'

export interface DocumentPickerProps {
  label: string
  /** Kinds that can be picked; those that the tenant does without are left out. */
  kinds: readonly DocumentType[]
  /** Whether bundles are among the courses, or instead of them; among them unless said. */
  bundles?: boolean | 'only'
  /** Ids that are not offered. */
  without?: readonly string[]
  onPick: (document: FoundDocument) => void
  /** What is chosen, where one document is; absent where a list grows: then the field is empty again for the next one. */
  value?: FoundDocument | null
  onClear?: () => void
  required?: boolean
  error?: string | undefined
  size?: 'small' | 'medium'
}

/** Finds a document by words and kind. Arrows and Enter pick as a press does. */
export function DocumentPicker(props: DocumentPickerProps) {
  const { label, kinds, bundles = true, without = [], onPick, value, onClear, required = false, error, size } = props
  const { t } = useTranslation(['documents', 'documentKinds'])
  const { t: problems } = useTranslation('problems')
  const { features } = useSession().settings
  const [typed, setTyped] = useState(value?.title ?? '')
  const [only, setOnly] = useState<DocumentName | ''>('')
  const grows = value === undefined
  const open = kinds.filter((type) => {
    const { feature } = documentKinds[type]
    return feature === null || features[feature] !== false
  })
  const names = open.flatMap((type): DocumentName[] => {
    if (type !== 'course' || !bundles) return [type]
    return bundles === 'only' ? ['bundle'] : ['course', 'bundle']
  })
  const search = useDeferredValue(typed === value?.title ? '' : typed.trim())
  const found = useQuery({
    ...askFound({ search, kinds: open, only: bundles === 'only' ? 'bundle' : only, bundles: bundles !== false }),
    placeholderData: keepPreviousData,
  })
  // the answer for fewer words stays on the screen until the next one comes: Enter must not pick what was meant before
  const words = found.isPlaceholderData || search !== typed.trim() ? searchForm(typed).split(' ') : []
  const options = (found.data?.items ?? []).filter(
    (one) => !without.includes(one.id) && words.every((word) => searchForm(one.title).includes(word)),
  )
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: names.length > 1 ? { xs: '1fr', sm: 'minmax(0, 1fr) 180px' } : '1fr',
      }}
    >
      <Autocomplete<FoundDocument>
        value={value ?? null}
        inputValue={typed}
        onInputChange={(_, text, why) => {
          if (why === 'input' || why === 'clear' || (why === 'reset' && !grows)) setTyped(text)
        }}
        options={options}
        filterOptions={(all) => all}
        loading={found.isPending}
        loadingText={t('picker.loading')}
        noOptionsText={found.error ? problemText(problems, found.error) : t('picker.none')}
        autoHighlight
        disableCloseOnSelect={grows}
        onChange={(_, document) => {
          if (!document) return onClear?.()
          if (grows) setTyped('')
          onPick(document)
        }}
        getOptionLabel={(document) => document.title}
        getOptionKey={(document) => document.id}
        isOptionEqualToValue={(a, b) => a.id === b.id}
        renderOption={({ key, ...option }, document) => (
          <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
            <DocumentLine document={document} isLink={false} />
          </Box>
        )}
        {...(size ? { size } : {})}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            required={required}
            placeholder={t('picker.search')}
            error={Boolean(error)}
            helperText={error}
            slotProps={{
              ...params.slotProps,
              input: {
                ...params.slotProps?.input,
                startAdornment: (
                  <InputAdornment position="start">
                    <SearchIcon fontSize="small" />
                  </InputAdornment>
                ),
              },
            }}
          />
        )}
      />
      {names.length > 1 && (
        <TextField
          select
          label={t('picker.kind')}
          value={only}
          onChange={(event) => setOnly(event.target.value as DocumentName | '')}
          {...(size ? { size } : {})}
          slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        >
          <MenuItem value="">{t('picker.all')}</MenuItem>
          {names.map((name) => (
            <MenuItem key={name} value={name}>
              {t(`documentKinds:${name}.many`)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}
