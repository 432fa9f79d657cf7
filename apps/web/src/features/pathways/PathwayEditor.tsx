import type { PathwayContent } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentEditorProps } from '../documents/kind.ts'
import { type PathwayEditing, PathwayEditingProvider } from './editing.ts'
import type { PathwayDocument } from './kind.ts'
import { PathwayRules } from './PathwayRules.tsx'
import { SectionList } from './SectionList.tsx'
import { useSections } from './useSections.ts'

export type PathwayEditorProps = Pick<
  ContentEditorProps<PathwayContent, PathwayDocument>,
  'document' | 'value' | 'onChange' | 'errors' | 'locked'
> &
  Pick<PathwayEditing, 'findDocument' | 'remember'> & { children?: ReactNode }

/** Sections with their steps, what holds for all of them, and the details that every document has (`children`). */
export function PathwayEditor(props: PathwayEditorProps) {
  const { document, value, onChange, errors, locked, findDocument, remember, children } = props
  const { t } = useTranslation('pathwayEditor')
  const outline = useSections({
    content: value,
    edit: onChange,
    titleOf: (id) => findDocument(id)?.title ?? t('step.unknown'),
  })
  return (
    <PathwayEditingProvider
      value={{
        pathwayId: document.id,
        content: value,
        edit: onChange,
        errors,
        locked,
        outline,
        findDocument,
        remember,
      }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h2" sx={{ mb: 0.5 }}>
            {t('sections.heading')}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
            {t('sections.emptyText')}
          </Typography>
          <SectionList />
        </Box>
        <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
          <Card sx={{ p: { xs: 2, sm: 3 } }}>
            <PathwayRules />
          </Card>
          {children && <Card sx={{ p: { xs: 2, sm: 3 } }}>{children}</Card>}
        </Box>
      </Box>
    </PathwayEditingProvider>
  )
}
