import type { ImportedPage } from '@learnt/contract/courses'
import ImportIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { problemText } from '../../ui/problem-text.ts'
import { uploadNow } from '../documents/uploads.ts'

/** Brings the text of a Word file into a page, and says what of it could not come along. */
export function WordImport({ courseId, onText }: { courseId: string; onText: (html: string) => void }) {
  const { t } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [done, setDone] = useState<{ name: string; lost: ImportedPage['lost'] } | null>(null)
  const take = async (file: File) => {
    setBusy(true)
    setError('')
    setDone(null)
    try {
      const stored = await uploadNow(file, 'document', {
        lost: t('common:files.lost'),
        failed: (problem) => problemText(problems, problem),
      })
      const { html, lost } = await call(api.courses.importPage, { params: { courseId }, body: { fileId: stored.id } })
      onText(html)
      setDone({ name: file.name, lost })
    } catch (problem) {
      const complaints = isProblem(problem) ? problem.errors.map((one) => one.message).join(' ') : ''
      const plain = problem instanceof Error && !isProblem(problem) ? problem.message : problemText(problems, problem)
      setError(complaints || plain)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box sx={{ mt: 1.5, display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button
        variant="outlined"
        size="small"
        startIcon={<ImportIcon />}
        loading={busy}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {t('wordImport.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('wordImport.choose')}
        accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      {error && (
        <Alert severity="error" role="alert" onClose={() => setError('')} sx={{ width: '100%' }}>
          {error}
        </Alert>
      )}
      {done && (
        <Alert
          severity={done.lost.length > 0 ? 'warning' : 'success'}
          role="status"
          onClose={() => setDone(null)}
          sx={{ width: '100%' }}
        >
          <Typography variant="body2">{t('wordImport.done', { name: done.name })}</Typography>
          {done.lost.length > 0 && (
            <>
              <Typography variant="body2" sx={{ mt: 1 }}>
                {t('wordImport.lost')}
              </Typography>
              <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
                {done.lost.map(({ what, count }) => (
                  <li key={what}>
                    {t(`wordImport.losses.${what}`)}
                    {count > 1 && ` (${count})`}
                  </li>
                ))}
              </Box>
            </>
          )}
        </Alert>
      )}
    </Box>
  )
}
