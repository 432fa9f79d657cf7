import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { askFacets } from '../documents/asks.ts'
import { CreateDocumentForm } from '../documents/CreateDocumentForm.tsx'
import { learningPackageKind } from './kind.ts'
import { packagePaths } from './paths.ts'

export const loader: Loader = ({ client }) => client.prefetchQuery(askFacets(learningPackageKind))

/** Begins a learning package: the address that the specification names; the list has the same in a dialog. */
export function NewLearningPackagePage() {
  const { t } = useTranslation('documentKinds')
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('learningPackage.create')}
        back={{ href: packagePaths.learningPackages, label: t('learningPackage.back') }}
      />
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640 }}>
        <CreateDocumentForm
          kind={learningPackageKind}
          onCancel={() => void navigate({ to: packagePaths.learningPackages })}
          layout={({ fields, buttons }) => (
            <Box sx={{ display: 'grid', gap: 2.5 }}>
              {fields}
              <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>{buttons}</Box>
            </Box>
          )}
        />
      </Card>
    </>
  )
}
