import type { DocumentType } from '@learnt/contract/document-kinds'
import EyeIcon from '@mui/icons-material/VisibilityOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { useReportScope } from './report-scope.ts'

/** Opens what the report is about, for managers; administrators have their editor. Events have nothing to look into. */
export function PreviewLink({ type, documentId }: { type: DocumentType | undefined; documentId: string }) {
  const { t } = useTranslation('reports')
  const { as } = useReportScope()
  const Anchor = useAnchor()
  if (as !== 'manager' || type === undefined || type === 'event') return null
  return (
    <Button
      component={Anchor}
      href={paths.documentPreview(type, documentId)}
      variant="outlined"
      startIcon={<EyeIcon aria-hidden />}
    >
      {t('preview')}
    </Button>
  )
}
