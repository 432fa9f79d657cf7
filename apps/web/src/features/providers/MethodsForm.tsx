import type { TeamMethods } from '@learnt/contract/providers'
import { type AuthMethod, authMethods } from '@learnt/contract/session'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

type Methods = readonly AuthMethod[]

/** The ways to sign in that a team accepts. */
export function MethodsForm({ tenantId, team }: { tenantId: string; team: z.infer<typeof TeamMethods> }) {
  const { t } = useTranslation('providerSettings')
  const { t: words } = useTranslation('problems')
  // tick what an empty setting means, else adding another way would switch passwords off unnoticed
  const taken = useMemo(() => effective(team.authMethods), [team.authMethods])
  const [chosen, setChosen] = useState(taken)
  const [error, setError] = useState('')
  useEffect(() => setChosen(taken), [taken])
  const save = useSend(api.providers.acceptMethods, {
    outdates: ['providers', 'session'],
    onSuccess: () => showToast({ variant: 'success', text: t('methods.saved') }),
    onError: (problem) => {
      const [complaint] = (problem as { errors?: readonly { message: string }[] }).errors ?? []
      setError(complaint?.message ?? problemText(words, problem))
    },
  })
  const wanted = effective(chosen)
  const isChanged = wanted.length !== taken.length || wanted.some((one) => !taken.includes(one))
  const toggle = (method: (typeof chosen)[number]) => {
    setError('')
    setChosen(authMethods.filter((one) => (one === method ? !chosen.includes(one) : chosen.includes(one))))
  }
  return (
    <Box
      component="form"
      noValidate
      sx={{ mt: 3 }}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ body: { tenantId, teamId: team.teamId, authMethods: [...wanted] } })
      }}
    >
      <FormControl component="fieldset" error={error !== ''}>
        <FormLabel component="legend">{t('methods.title')}</FormLabel>
        <FormHelperText sx={{ mx: 0 }}>{t('methods.text', { team: team.displayName })}</FormHelperText>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          {authMethods.map((method) => (
            <FormControlLabel
              key={method}
              label={t(`methods.${method}`)}
              control={<Checkbox checked={chosen.includes(method)} onChange={() => toggle(method)} />}
            />
          ))}
        </Box>
        {error && (
          <FormHelperText role="alert" sx={{ mx: 0 }}>
            {error}
          </FormHelperText>
        )}
      </FormControl>
      <Box sx={{ mt: 1 }}>
        <Button type="submit" variant="outlined" disabled={!isChanged} loading={save.isPending}>
          {t('methods.save')}
        </Button>
      </Box>
    </Box>
  )
}

/** None means passwords alone. */
function effective(methods: Methods): Methods {
  return methods.length > 0 ? methods : ['password']
}
