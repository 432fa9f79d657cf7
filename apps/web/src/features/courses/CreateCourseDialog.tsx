import { cutText } from '@learnt/contract/cut-text'
import BundleIcon from '@mui/icons-material/LayersOutlined'
import CourseIcon from '@mui/icons-material/SchoolOutlined'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { paths } from '../../routes/paths.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'

/** Begins a course or a bundle and opens its editor. Mount it to open it. */
export function CreateCourseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const id = useId()
  const [title, setTitle] = useState('')
  const [category, setCategory] = useState('')
  const [isBundle, setBundle] = useState(false)
  const [tried, setTried] = useState(false)
  const facets = useQuery({ ...queryOf(api.courses.facets), staleTime: 60_000 })
  const create = useSend(api.courses.create, {
    onSuccess: (course) => {
      onClose()
      void navigate({ to: paths.courseEditor(course.id) })
    },
  })
  const complaint = isProblem(create.error)
    ? create.error.errors.find((one) => one.path.endsWith('title'))?.message
    : undefined
  const wrong = tried && !title.trim() ? fieldText(problems, 'required') : (complaint ?? '')
  const close = useCloseGuard(title !== '' || category !== '' || isBundle, onClose)
  return (
    <Dialog
      open
      onClose={create.isPending ? undefined : () => void close()}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (title.trim()) create.mutate({ body: { title: title.trim(), isBundle, category: category.trim() } })
        }}
      >
        <DialogTitle id={id}>{t('create.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5, pt: '8px !important' }}>
          <FormControl>
            <FormLabel id={`${id}-kind`} sx={{ typography: 'subtitle2', color: 'text.primary', mb: 1 }}>
              {t('create.kind')}
            </FormLabel>
            <RadioGroup
              aria-labelledby={`${id}-kind`}
              value={isBundle ? 'bundle' : 'course'}
              onChange={(_, kind) => setBundle(kind === 'bundle')}
              sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
            >
              {(['course', 'bundle'] as const).map((kind) => {
                const chosen = isBundle === (kind === 'bundle')
                const Icon = kind === 'bundle' ? BundleIcon : CourseIcon
                return (
                  <Box
                    component="label"
                    key={kind}
                    sx={(theme) => ({
                      display: 'flex',
                      gap: 1.25,
                      alignItems: 'flex-start',
                      p: 1.5,
                      borderRadius: '12px',
                      cursor: 'pointer',
                      border: 2,
                      borderColor: chosen ? 'primary.main' : 'divider',
                      bgcolor: chosen ? theme.palette.primary.soft : 'transparent',
                      color: chosen ? theme.palette.primary.onSoft : 'text.primary',
                      '&:focus-within': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
                    })}
                  >
                    <Radio
                      value={kind}
                      size="small"
                      sx={{ p: 0, mt: 0.25 }}
                      slotProps={{ input: { 'aria-label': t(`create.${kind}`) } }}
                    />
                    <Box sx={{ flex: 1 }}>
                      <Typography variant="body2" sx={{ fontWeight: 700 }}>
                        {t(`create.${kind}`)}
                      </Typography>
                      <Typography variant="caption">{t(`create.${kind}Text`)}</Typography>
                    </Box>
                    <Icon fontSize="small" />
                  </Box>
                )
              })}
            </RadioGroup>
          </FormControl>
          <TextField
            autoFocus
            required
            label={t('details.title')}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            error={Boolean(wrong)}
            helperText={wrong}
            slotProps={{ htmlInput: { maxLength: 200, dir: 'auto' } }}
          />
          <Autocomplete
            freeSolo
            options={(facets.data?.category ?? []).map((one) => one.value).filter(Boolean)}
            value={category || null}
            inputValue={category}
            onChange={(_, next) => setCategory(next ?? '')}
            onInputChange={(_, text, why) => (why === 'input' || why === 'clear') && setCategory(cutText(text, 100))}
            renderInput={(params) => (
              <TextField {...params} label={t('details.category')} helperText={t('details.categoryHelp')} />
            )}
          />
          {create.error && !complaint && <Alert severity="error">{problemText(problems, create.error)}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={create.isPending}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('create.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
