import { documentKinds } from '@learnt/contract/document-kinds'
import type { NamedDocument } from '@learnt/contract/documents'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../ui/AppLink.tsx'
import { DurationText } from '../../ui/DurationText.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { DocumentImage } from './DocumentImage.tsx'
import { documentIcons, nameOfDocument } from './document-icons.ts'

/** A document that another one names: picture, title, what it is, how long it takes, how it stands. */
export function DocumentLine({
  document,
  isLink = true,
  children,
}: {
  document: NamedDocument
  /** Leads to its editor; not where the whole line is pressed. */
  isLink?: boolean
  /** Stands under the title. */
  children?: ReactNode
}) {
  const { t } = useTranslation('documentKinds')
  const name = nameOfDocument(document)
  const Icon = documentIcons[name]
  return (
    <>
      <DocumentImage
        src={document.imageSmall}
        name={name}
        sx={{ width: 72, aspectRatio: '16 / 9', borderRadius: '8px' }}
      />
      <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
        {isLink && document.type in documentKinds ? (
          <AppLink
            href={documentKinds[document.type as keyof typeof documentKinds].admin.one(document.id)}
            sx={{ overflowWrap: 'anywhere' }}
          >
            {document.title}
          </AppLink>
        ) : (
          <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
            {document.title}
          </Typography>
        )}
        <Box sx={{ mt: 0.25, display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
          <Typography variant="caption" component="span" color="textSecondary">
            <Icon aria-hidden sx={{ fontSize: 16, verticalAlign: '-3px', marginInlineEnd: 0.5 }} />
            {t(`${name}.one`)}
            {document.minutes > 0 && (
              <>
                {' · '}
                <DurationText seconds={document.minutes * 60} />
              </>
            )}
          </Typography>
          <StateChip kind="publication" state={document.status} />
        </Box>
        {children}
      </Box>
    </>
  )
}
