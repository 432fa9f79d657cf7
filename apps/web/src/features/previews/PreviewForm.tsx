import type { Answers } from '@learnt/contract/forms/answers'
import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { DocumentPreview } from '@learnt/contract/my-people'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FormErrors, FormRenderer } from '../forms/FormRenderer.tsx'

const noMember = {}

/** A form to be tried out: answers stay in the page, and nothing of them is sent. */
export function PreviewForm({ form, files }: NonNullable<DocumentPreview['form']>) {
  const { t } = useTranslation('managers')
  const [answers, setAnswers] = useState<Answers>({})
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [isFine, setFine] = useState(false)
  const services = useMemo(
    () => ({ fileAddress: (fileId: string) => files.find((file) => file.id === fileId)?.url ?? '' }),
    [files],
  )
  const check = () => {
    const checked = checkAnswers(form, answers, noMember, new Date().toISOString().slice(0, 10))
    setErrors(Object.fromEntries(checked.errors.map(({ field, ...complaint }) => [field, complaint])))
    setFine(checked.errors.length === 0)
    if (checked.errors.length > 0) setRefusals((before) => before + 1)
  }
  return (
    <>
      <FormRenderer
        form={form}
        answers={answers}
        member={noMember}
        mode="preview"
        services={services}
        errors={errors}
        refusals={refusals}
        onChange={(key, answer) => {
          setFine(false)
          setAnswers(({ [key]: _, ...rest }) => (answer === null ? rest : { ...rest, [key]: answer }))
        }}
        footer={
          <Button variant="contained" onClick={check}>
            {t('look.try')}
          </Button>
        }
      />
      {isFine && (
        <Alert severity="success" sx={{ mt: 2 }}>
          {t('look.fine')}
        </Alert>
      )}
    </>
  )
}
