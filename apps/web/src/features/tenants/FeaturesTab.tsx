import { type FeatureName, featureNames } from '@learnt/contract/team-values'
import type { TenantRecord } from '@learnt/contract/tenants'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Parts of the product that a tenant may do without; each switch is saved as it is turned. */
export function FeaturesTab({ tenant }: { tenant: TenantRecord }) {
  const { t } = useTranslation('administration')
  const { t: words } = useTranslation('problems')
  const save = useSend(api.tenants.change, {
    outdates: ['tenants', 'session'],
    onSuccess: () => showToast({ variant: 'success', text: t('tenant.saved') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const turned = (save.isPending ? save.variables.body?.settings?.features : undefined) as
    | Partial<Record<FeatureName, boolean>>
    | undefined
  const { features } = tenant.settings
  return (
    <Card component="section" aria-labelledby="features" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="features" variant="h2" sx={{ fontSize: '1.0625rem' }}>
        {t('tenant.features.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        {t('tenant.features.text')}
      </Typography>
      {featureNames.map((name) => (
        <div key={name}>
          <FormControlLabel
            label={t(`tenant.features.${name}`)}
            control={
              <Switch
                checked={turned?.[name] ?? features[name]}
                disabled={save.isPending}
                onChange={(event) =>
                  save.mutate({
                    params: { tenantId: tenant.id },
                    body: { settings: { features: { [name]: event.target.checked } } },
                  })
                }
                slotProps={{ input: { 'aria-describedby': `feature-${name}` } }}
              />
            }
          />
          <FormHelperText id={`feature-${name}`} sx={{ mt: 0, mb: 1.5 }}>
            {t(`tenant.features.${name}Help`)}
          </FormHelperText>
        </div>
      ))}
    </Card>
  )
}
