import type { DocumentOutline, StoredFile } from '@learnt/contract/files'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { EncodingField, TellingRows } from '../files/EncodingField.tsx'
import { outlineAsk } from '../files/prepared.ts'
import { useSteadyFile } from '../files/useSteadyFile.ts'

/** The encoding of a CSV file. Another choice prepares its pages again, at once and for everybody. */
export function CsvEncoding({ file }: { file: StoredFile }) {
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const ask = outlineAsk(useSteadyFile(file).url)
  const outline = useQuery(ask).data
  const [known, setKnown] = useState<DocumentOutline | null>(null)
  const choose = useSend(api.files.readAs, {
    // The parts of before are gone, and those to come are asked for when they are there.
    outdates: [],
    onSuccess: (waiting) => {
      client.setQueryData(ask.queryKey, waiting)
      client.removeQueries({ queryKey: ['files', 'part'] })
    },
  })
  // Keeps the known outline while the server reads the file again, and so the focus.
  if (outline && outline.encoding !== '' && outline !== known) setKnown(outline)
  if (!known) return null
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 560 }} aria-busy={outline?.state === 'waiting'}>
      <EncodingField
        encoding={known.encoding}
        basis={known.encodingBasis}
        onChange={(encoding) => choose.mutate({ params: { fileId: file.id }, body: { encoding } })}
      />
      <TellingRows rows={known.telling} />
      {choose.error && <Alert severity="error">{problemText(problems, choose.error)}</Alert>}
    </Box>
  )
}
