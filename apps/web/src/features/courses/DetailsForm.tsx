import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { CourseImage } from './CourseImage.tsx'
import { DraftText } from './DraftText.tsx'
import { useEditing } from './editing.ts'
import { errorAt } from './field-errors.ts'
import { fileKinds } from './file-kinds.ts'
import { UploadSlot } from './UploadSlot.tsx'

/** Title, description, category, tags, picture, order. */
export function DetailsForm({ heading = true }: { heading?: boolean }) {
  const { t, i18n } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { course, content, edit, errors, locked, findFile, rememberFile, uploads } = useEditing()
  const facets = useQuery({ ...queryOf(api.courses.facets), staleTime: 60_000 })
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
          {course.isBundle ? t('details.bundleTitle') : t('details.courseTitle')}
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
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
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
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: '1fr', sm: '220px minmax(0, 1fr)' },
            alignItems: 'center',
          }}
        >
          <CourseImage
            src={image?.url ?? ''}
            width={640}
            isBundle={course.isBundle}
            sx={{ aspectRatio: '16 / 9', width: '100%', maxWidth: 320, borderRadius: '12px' }}
          />
          <Box>
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
      <Box>
        <FormControlLabel
          disabled={locked}
          control={<Switch checked={content.sequential} onChange={(_, sequential) => set({ sequential })} />}
          label={course.isBundle ? t('details.sequentialBundle') : t('details.sequential')}
        />
        <FormHelperText sx={{ m: 0 }}>{t('details.sequentialHelp')}</FormHelperText>
      </Box>
    </Box>
  )
}
