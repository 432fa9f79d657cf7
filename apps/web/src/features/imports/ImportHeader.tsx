import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call, newKey } from '../../api/call.ts'
import { isProblem } from '../../api/problem.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { uploadFile } from '../certificates/upload-file.ts'
import type { ImportPages } from './import-pages.ts'

/** The head of a page with the runs of an import: it takes a file, and opens its run. */
export function ImportHeader({
  pages,
  title,
  text,
  testId,
  actions,
}: {
  pages: ImportPages
  title: string
  text: string
  testId: string
  actions?: ReactNode
}) {
  const { t } = useTranslation('imports')
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const start = useMutation({
    mutationFn: async (file: File) => {
      const uploadId = await uploadFile(file)
      return call(pages.calls.start, { body: { uploadId } }, { idempotencyKey: newKey() })
    },
    onSuccess: (run) => void navigate({ to: pages.one(run.id) }),
  })
  return (
    <>
      <PageHeader
        title={title}
        text={text}
        actions={
          <>
            {actions}
            <input
              ref={input}
              type="file"
              hidden
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              data-testid={testId}
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
          {/* What is said of the file itself, else of the call. */}
          {fieldText(problems, isProblem(start.error) ? start.error.errors[0]?.message : undefined) ||
            problemText(problems, start.error)}
        </Alert>
      )}
    </>
  )
}
