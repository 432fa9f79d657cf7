import type { DocumentPreview } from '@learnt/contract/my-people'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'

/** What a bundle, a pathway or a package holds, each to be looked into; events have nothing to look into. */
export function PreviewSections({ sections }: { sections: DocumentPreview['sections'] }) {
  const { t } = useTranslation(['managers', 'documentKinds'])
  return sections.map((section, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids here, and never change
    <Card component="section" key={at} sx={{ p: { xs: 2, sm: 3 }, mb: 2, maxWidth: 760 }}>
      <Typography variant="h3" component="h2" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
        {section.title || t('look.steps')}
      </Typography>
      <Box component="ol" sx={{ m: 0, paddingInlineStart: 3, display: 'grid', gap: 1 }}>
        {section.steps.map((step) => (
          <Box component="li" key={step.id} sx={{ overflowWrap: 'anywhere' }}>
            {step.type === 'event' ? (
              step.title
            ) : (
              <AppLink href={paths.documentPreview(step.type, step.id)}>{step.title}</AppLink>
            )}
            <Typography variant="caption" component="p" color="textSecondary">
              {[t(`documentKinds:${step.type}.one`), ...(step.isRequired ? [] : [t('look.optional')])].join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
    </Card>
  ))
}
