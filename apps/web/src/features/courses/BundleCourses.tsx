import type { Course, CourseRow } from '@learnt/contract/courses'
import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { fieldText } from '../../ui/problem-text.ts'
import { SortableList } from '../../ui/SortableList.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { CourseImage } from './CourseImage.tsx'
import { moveItem } from './content.ts'
import { useEditing } from './editing.ts'

type Child = Course['children'][number]

/** The courses of a bundle, in order. */
export function BundleCourses() {
  const { t } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { course, content, edit, errors, locked } = useEditing()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<ReadonlyMap<string, Child>>(new Map())
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.courses.list, {
      query: { isBundle: 'false', limit: 20, sort: 'title', ...(search ? { search } : {}) },
    }),
    enabled: !locked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const children = content.courseIds.map(
    (id): Child =>
      added.get(id) ??
      course.children.find((child) => child.id === id) ?? {
        id,
        title: t('bundle.unknown'),
        status: 'draft',
        imageSmall: '',
      },
  )
  const set = (courseIds: string[]) => edit((draft) => ({ ...draft, courseIds }))
  const add = (row: CourseRow) => {
    setAdded(
      (before) =>
        new Map([
          ...before,
          [row.id, { id: row.id, title: row.title, status: row.status, imageSmall: row.imageSmall }],
        ]),
    )
    set([...content.courseIds, row.id])
    setTyped('')
  }
  const wrong = Object.entries(errors).filter(([key]) => key.startsWith('courseIds'))
  return (
    <Box component="section" aria-label={t('bundle.title')} data-field="courseIds">
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {t('bundle.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('bundle.text')}
      </Typography>
      {wrong.map(([key, message]) => (
        <Alert key={key} severity="error" sx={{ mb: 1.5 }}>
          {fieldText(problems, message)}
        </Alert>
      ))}
      {children.length === 0 ? (
        <Typography
          color="textSecondary"
          sx={{ p: 2.5, border: '1px dashed', borderColor: 'divider', borderRadius: '14px', mb: 2 }}
        >
          {t('bundle.empty')}
        </Typography>
      ) : (
        <SortableList
          label={t('bundle.title')}
          items={children}
          itemId={(child) => child.id}
          itemName={(child) => child.title}
          disabled={locked}
          onMove={(from, to) => set(moveItem(content.courseIds, from, to))}
        >
          {(child, controls, index) => (
            <Card
              sx={{
                display: 'flex',
                gap: 1.5,
                alignItems: 'center',
                p: 1,
                mb: 1,
                flexWrap: { xs: 'wrap', sm: 'nowrap' },
              }}
            >
              <Typography
                variant="body2"
                color="textSecondary"
                sx={{ width: 24, textAlign: 'center', fontWeight: 700 }}
              >
                {index + 1}
              </Typography>
              <CourseImage
                src={child.imageSmall}
                isBundle={false}
                sx={{ width: 72, aspectRatio: '16 / 9', borderRadius: '8px' }}
              />
              <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                <AppLink href={paths.courseEditor(child.id)} sx={{ overflowWrap: 'anywhere' }}>
                  {child.title}
                </AppLink>
                <Box sx={{ mt: 0.25 }}>
                  <StateChip kind="publication" state={child.status} />
                </Box>
              </Box>
              <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
                {controls}
                {!locked && (
                  <IconButton
                    size="small"
                    onClick={() => set(content.courseIds.filter((id) => id !== child.id))}
                    aria-label={t('bundle.remove', { title: child.title })}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                )}
              </Box>
            </Card>
          )}
        </SortableList>
      )}
      {!locked && (
        <Autocomplete
          // an added course leaves the field empty for the next one
          value={null}
          inputValue={typed}
          onInputChange={(_, text, why) => why === 'input' && setTyped(text)}
          options={(found.data?.items ?? []).filter(
            (row) => !content.courseIds.includes(row.id) && row.id !== course.id,
          )}
          filterOptions={(options) => options}
          loading={found.isPending}
          disableCloseOnSelect
          blurOnSelect={false}
          onChange={(_, row) => row && add(row)}
          getOptionLabel={(row) => row.title}
          getOptionKey={(row) => row.id}
          renderOption={({ key, ...option }, row) => (
            <Box component="li" key={key} {...option} sx={{ display: 'flex', gap: 1.5 }}>
              <CourseImage
                src={row.imageSmall}
                isBundle={false}
                sx={{ width: 48, aspectRatio: '16 / 9', borderRadius: '6px' }}
              />
              <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                {row.title}
              </Typography>
              <StateChip kind="publication" state={row.status} />
            </Box>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              label={t('bundle.add')}
              placeholder={t('bundle.search')}
              slotProps={{
                ...params.slotProps,
                input: {
                  ...params.slotProps?.input,
                  startAdornment: (
                    <InputAdornment position="start">
                      <AddIcon fontSize="small" />
                    </InputAdornment>
                  ),
                },
              }}
            />
          )}
        />
      )}
    </Box>
  )
}
