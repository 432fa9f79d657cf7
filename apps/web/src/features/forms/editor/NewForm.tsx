import type { FormKind } from '@learnt/contract/forms/content'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { CreateDocumentForm } from '../../documents/CreateDocumentForm.tsx'
import type { KindPages } from '../../documents/kind.ts'
import { KindField } from './KindField.tsx'

/** Begins a form: what it is for, its title and category. */
export function NewForm({ kind: pages }: { kind: KindPages }) {
  const { t } = useTranslation('documentKinds')
  const navigate = useNavigate()
  const [kind, setKind] = useState<FormKind>('survey')
  const { list } = pages.pages
  return (
    <>
      <PageHeader title={t('form.create')} back={{ href: list, label: t('form.back') }} />
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640 }}>
        <CreateDocumentForm
          kind={pages}
          more={{ kind }}
          onCancel={() => void navigate({ to: list })}
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
