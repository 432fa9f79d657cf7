import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../ui/PageHeader.tsx'

export function CoursesHead({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('courses')
  return (
    <PageHeader title={t('list.title')} text={t('list.text')} actions={<CreateCourseButton onCreate={onCreate} />} />
  )
}

export function CreateCourseButton({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('courses')
  return (
    <Button variant="contained" startIcon={<AddIcon />} onClick={onCreate}>
      {t('create.open')}
    </Button>
  )
}
