import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { askFacets } from './asks.ts'
import { DocumentImage } from './DocumentImage.tsx'
import { DraftText } from './DraftText.tsx'
import { useDocumentEditing } from './editing.ts'
import { errorAt } from './field-errors.ts'
import { fileKinds } from './file-kinds.ts'
import { listLanguages } from './languages.ts'
import { UploadSlot } from './UploadSlot.tsx'

/** Title, description, category, tags, language, picture; `children`: what one kind says besides. */
export function DetailsForm({ heading = true, children }: { heading?: boolean; children?: ReactNode }) {
  const { t, i18n } = useTranslation('documents')
  const { t: problems } = useTranslation('problems')
  const { kind, document, content, edit, errors, locked, findFile, rememberFile, uploads } = useDocumentEditing()
  const facets = useQuery({ ...askFacets(kind), staleTime: 60_000 })
  const image = findFile(content.imageFileId)
  const set = (change: Partial<typeof content>) => edit((draft) => ({ ...draft, ...change }))
  const counts = (name: 'category' | 'tag') => new Map(facets.data?.[name].map((one) => [one.value, one.count]))
  const option = (name: 'category' | 'tag', value: string) => (
    <>
      <Typography variant="body2" sx={{ flex: 1 }}>
        {value}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {formatNumber(counts(name).get(value) ?? 0, i18n.language)}
      </Typography>
    </>
  )
  const categories = [...counts('category').keys()].filter(Boolean)
  const tags = [...counts('tag').keys()].filter(Boolean)
  const languages = listLanguages(i18n.language, content.language ? [content.language] : [])
  const tagError = fieldText(problems, errorAt(errors, 'tags'))
  const categoryError = fieldText(problems, errorAt(errors, 'category'))
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      {heading && (
        <Typography
          variant="h2"
          tabIndex={-1}
          data-item-heading="details"
          sx={{ '&:focus-visible': { outline: 'none' } }}
        >
          {t('details.heading')}
        </Typography>
      )}
      <DraftText
        required
        field="title"
        label={t('details.title')}
        value={content.title}
        maxLength={200}
        onChange={(title) => set({ title })}
      />
      <DraftText
        field="description"
        label={t('details.description')}
        helperText={t('details.descriptionHelp')}
        value={content.description}
        multiline
        minRows={3}
        maxRows={14}
        maxLength={5000}
        onChange={(description) => set({ description })}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
          alignItems: 'start',
        }}
      >
        <Autocomplete
          freeSolo
          disabled={locked}
          options={categories}
          value={content.category || null}
          inputValue={content.category}
          onChange={(_, category) => set({ category: category ?? '' })}
          onInputChange={(_, category, why) => (why === 'input' || why === 'clear') && set({ category })}
          renderOption={({ key, ...rest }, value) => (
            <Box component="li" key={key} {...rest} sx={{ display: 'flex', gap: 2 }}>
              {option('category', value)}
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              data-field="category"
              label={t('details.category')}
              error={Boolean(categoryError)}
              helperText={categoryError || t('details.categoryHelp')}
            />
          )}
        />
        <Autocomplete
          multiple
          freeSolo
          autoSelect
          filterSelectedOptions
          disabled={locked}
          options={tags}
          value={content.tags}
          onChange={(_, next) => set({ tags: [...new Set(next.map((tag) => tag.trim()).filter(Boolean))] })}
          onInputChange={(_, text) => {
            if (text.includes(','))
              set({
                tags: [
                  ...new Set([
                    ...content.tags,
                    ...text
                      .split(',')
                      .map((tag) => tag.trim())
                      .filter(Boolean),
                  ]),
                ],
              })
          }}
          renderOption={({ key, ...rest }, value) => (
            <Box component="li" key={key} {...rest} sx={{ display: 'flex', gap: 2 }}>
              {option('tag', value)}
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              data-field="tags"
              label={t('details.tags')}
              error={Boolean(tagError)}
              helperText={tagError || t('details.tagsHelp')}
            />
          )}
        />
      </Box>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
        <Typography component="legend" variant="subtitle2" sx={{ mb: 1 }}>
          {t('details.image')}
        </Typography>
        <Box
          // beside each other where there is room: in the editor of forms this part is narrow
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
        >
          <DocumentImage
            src={image?.url ?? ''}
            width={640}
            name={kind.nameOf(document)}
            sx={{ aspectRatio: '16 / 9', width: { xs: '100%', sm: 220 }, maxWidth: 320, borderRadius: '12px' }}
          />
          <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
            {!locked && (
              <UploadSlot
                slot="imageFileId"
                compact
                label={image ? t('details.imageReplace') : t('details.imageUpload')}
                accept={fileKinds.image.accept}
                acceptWords={fileKinds.image.words}
                maxBytes={fileKinds.image.maxBytes}
                error={fieldText(problems, errorAt(errors, 'imageFileId'))}
                onFile={(file) =>
                  void uploads.sendFile('imageFileId', file, 'image', (stored) => {
                    rememberFile(stored)
                    set({ imageFileId: stored.id })
                  })
                }
              />
            )}
            {content.imageFileId && !locked && (
              <Button size="small" color="inherit" sx={{ mt: 1 }} onClick={() => set({ imageFileId: null })}>
                {t('details.imageRemove')}
              </Button>
            )}
          </Box>
        </Box>
      </Box>
      {content.language !== undefined && (
        <Autocomplete
          disabled={locked}
          options={languages}
          value={languages.find((one) => one.tag === content.language) ?? null}
          onChange={(_, language) => set({ language: language?.tag ?? '' })}
          getOptionLabel={(language) => language.name}
          getOptionKey={(language) => language.tag}
          isOptionEqualToValue={(a, b) => a.tag === b.tag}
          renderInput={(params) => (
            <TextField
              {...params}
              data-field="language"
              label={t('details.language')}
              helperText={t('details.languageHelp')}
            />
          )}
        />
      )}
      {children}
    </Box>
  )
}
