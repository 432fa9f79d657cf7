import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, call, newKey } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { paths } from '../../routes/paths.ts'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { uploadFile } from '../certificates/upload-file.ts'
import { uploadTrouble } from '../feeds/upload-trouble.ts'
import { BulkUpdateList } from './BulkUpdateList.tsx'

/** Files of completions from other systems, and what became of them. */
export function BulkUpdatePage() {
  const { t } = useTranslation('bulkUpdates')
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const start = useMutation({
    mutationFn: async (file: File) => {
      const uploadId = await uploadFile(file)
      return call(api.bulkUpdates.start, { body: { uploadId } }, { idempotencyKey: newKey() })
    },
    onSuccess: (run) => void navigate({ to: paths.bulkUpdateRun(run.id) }),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <CsvButton
              href={addressOf(api.bulkUpdates.sampleFile)}
              fileName="bulk-update-sample.csv"
              label={t('sample')}
            />
            <input
              ref={input}
              type="file"
              hidden
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              data-testid="bulk-update-file"
              aria-label={t('upload')}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) start.mutate(file)
              }}
            />
            <Button
              variant="contained"
              startIcon={<UploadIcon />}
              loading={start.isPending}
              onClick={() => input.current?.click()}
            >
              {t('upload')}
            </Button>
          </>
        }
      />
      {start.error && (
        <Alert severity="error" role="alert" onClose={() => start.reset()} sx={{ mb: 2 }}>
          {uploadTrouble(problems, start.error)}
        </Alert>
      )}
      <BulkUpdateList />
    </>
  )
}
