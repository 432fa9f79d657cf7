import type { FormKind } from '@learnt/contract/forms/content'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../routes/paths.ts'
import type { Loader } from '../../../routes/route-book.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { askFacets } from '../../documents/asks.ts'
import { CreateDocumentForm } from '../../documents/CreateDocumentForm.tsx'
import { formKind } from '../kind.ts'
import { KindField } from './KindField.tsx'

export const loader: Loader = ({ client }) => client.prefetchQuery(askFacets(formKind))

/** Begins a form: the address that the specification names; the list has the same in a dialog. */
export function NewFormPage() {
  const { t } = useTranslation('documentKinds')
  const navigate = useNavigate()
  const [kind, setKind] = useState<FormKind>('survey')
  return (
    <>
      <PageHeader title={t('form.create')} back={{ href: paths.adminForms, label: t('form.back') }} />
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640 }}>
        <CreateDocumentForm
          kind={formKind}
          more={{ kind }}
          onCancel={() => void navigate({ to: paths.adminForms })}
          layout={({ fields, buttons }) => (
            <Box sx={{ display: 'grid', gap: 2.5 }}>
              {fields}
              <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>{buttons}</Box>
            </Box>
          )}
        >
          <KindField value={kind} onChange={setKind} />
        </CreateDocumentForm>
      </Card>
    </>
  )
}
