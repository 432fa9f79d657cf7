import type { OwnProfile } from '@learnt/contract/members'
import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { PictureEditor } from './lazy-parts.ts'

/** What a person says of themselves. Each field is saved when it is left; what is wrong with it stands there. */
export function OwnDetails() {
  const { t } = useTranslation('profile')
  const own = useQuery(queryOf(api.members.ownProfile))
  const outdates = ['members', 'session', 'myPeople']
  const setPicture = useSend(api.members.setOwnAvatar, { outdates })
  const removePicture = useSend(api.members.removeOwnAvatar, { outdates })
  if (own.isError && !own.data) return <ErrorState error={own.error} onRetry={() => void own.refetch()} />
  if (!own.data) return <LinesSkeleton />
  const { avatar, ...values } = own.data
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <PictureEditor
        name={fullName(values)}
        avatar={avatar}
        onSend={(picture) => setPicture.mutateAsync({ body: picture })}
        onRemove={() => removePicture.mutateAsync({})}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr 1fr' }, alignItems: 'start' }}>
        <OwnField
          field="preferredName"
          value={values.preferredName}
          help={t('details.preferredNameHelp', { name: fullName({ ...values, preferredName: '' }) })}
          autoComplete="nickname"
        />
        <OwnField field="phone" value={values.phone} help={t('details.phoneHelp')} autoComplete="tel" />
        <OwnField field="dob" value={values.dob ?? ''} help={t('details.dobHelp')} autoComplete="bday" />
      </Box>
    </Box>
  )
}

const types = { preferredName: 'text', phone: 'tel', dob: 'date' } as const

function OwnField({
  field,
  value,
  help,
  autoComplete,
}: {
  field: keyof typeof types
  value: string
  help: string
  autoComplete: string
}) {
  const { t } = useTranslation('profile')
  const { t: words } = useTranslation('problems')
  const [typed, setTyped] = useState(value)
  const [error, setError] = useState('')
  const [isSaved, setSaved] = useState(false)
  const save = useSend(api.members.saveOwnProfile, {
    outdates: ['members', 'session', 'myPeople'],
    onSuccess: (saved: OwnProfile) => {
      setTyped(saved[field] ?? '')
      setSaved(true)
    },
    // what was typed stays
    onError: (problem) => {
      const complaint = isProblem(problem) ? problem.errors.find((one) => one.path === `body.${field}`) : undefined
      setError(complaint?.message ?? problemText(words, problem))
    },
  })
  const commit = () => {
    if (typed.trim() === value || save.isPending) return
    save.mutate({ body: { [field]: field === 'dob' && typed === '' ? null : typed } })
  }
  return (
    <TextField
      fullWidth
      label={t(`details.${field}`)}
      type={types[field]}
      name={field}
      value={typed}
      autoComplete={autoComplete}
      error={error !== ''}
      helperText={
        error || (
          <>
            {help}{' '}
            <Typography component="span" variant="inherit" role="status" sx={{ fontWeight: 600 }}>
              {save.isPending ? t('details.saving') : isSaved ? t('saved') : ''}
            </Typography>
          </>
        )
      }
      onChange={(event) => {
        setTyped(event.target.value)
        setError('')
        setSaved(false)
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key !== 'Escape') return
        setTyped(value)
        setError('')
      }}
      slotProps={{ htmlInput: { maxLength: 200 }, ...(field === 'dob' ? { inputLabel: { shrink: true } } : {}) }}
    />
  )
}
