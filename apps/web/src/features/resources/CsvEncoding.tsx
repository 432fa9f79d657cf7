import type { StoredFile } from '@learnt/contract/files'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { EncodingField, TellingRows } from '../files/EncodingField.tsx'
import { outlineAsk } from '../files/prepared.ts'

/** How the text of a CSV file is read. Another choice prepares its pages anew, at once and for everybody. */
export function CsvEncoding({ file }: { file: StoredFile }) {
  const { t: problems } = useTranslation('problems')
  const outline = useQuery(outlineAsk(file.url)).data
  const choose = useSend(api.files.readAs)
  if (!outline || (outline.encoding === '' && outline.state !== 'waiting')) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 560 }}>
      <EncodingField
        encoding={outline.encoding}
        basis={outline.encodingBasis}
        disabled={choose.isPending || outline.state === 'waiting'}
        onChange={(encoding) => choose.mutate({ params: { fileId: file.id }, body: { encoding } })}
      />
      <TellingRows rows={outline.telling} />
      {choose.error && <Alert severity="error">{problemText(problems, choose.error)}</Alert>}
    </Box>
  )
}
