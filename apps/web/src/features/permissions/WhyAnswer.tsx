import { documentKinds } from '@learnt/contract/document-kinds'
import type { RuleField } from '@learnt/contract/members'
import type { WhyTrace } from '@learnt/contract/permissions'
import NoIcon from '@mui/icons-material/CancelOutlined'
import YesIcon from '@mui/icons-material/CheckCircle'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { DueText } from '../../lists/DueText.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { GivenDocument } from '../documents/kind.ts'
import type { LabelOf } from './rule-words.ts'
import { useValueLabels } from './useValueLabels.ts'

/** Why a person has, or lacks, a document: every source, every rule, condition by condition. */
export function WhyAnswer({ document, userId }: { document: Pick<GivenDocument, 'type' | 'id'>; userId: string }) {
  const why = useQuery(
    queryOf(api.permissions.why, { params: { documentType: document.type, documentId: document.id, userId } }),
  )
  if (why.error) return <ErrorState error={why.error} onRetry={() => void why.refetch()} />
  return why.data ? <Trace trace={why.data} /> : <LinesSkeleton lines={6} />
}

function Trace({ trace }: { trace: WhyTrace }) {
  const { t } = useTranslation('permissions')
  const labelOf = useValueLabels(
    trace.rules.flatMap((rule) =>
      [rule, ...rule.audiences].flatMap((one) => one.conditions.map((condition) => condition.field)),
    ),
  )
  const names = { name: trace.person.name, title: trace.document.title }
  return (
    <>
      <Box
        sx={(theme) => ({
          display: 'flex',
          gap: 1.5,
          p: 2,
          borderRadius: '12px',
          bgcolor: trace.has ? theme.palette.success.soft : 'action.hover',
          color: trace.has ? theme.palette.success.onSoft : 'text.primary',
        })}
      >
        {trace.has ? <YesIcon /> : <NoIcon />}
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 700 }}>{trace.has ? t('why.has', names) : t('why.hasNot', names)}</Typography>
          {trace.waitsFor !== null && (
            <Typography variant="body2">{t('why.waits', { title: trace.waitsFor })}</Typography>
          )}
        </Box>
      </Box>
      {trace.sources.length > 0 && (
        <Box component="section">
          <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
            {t('why.sources')}
          </Typography>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
            {trace.sources.map((source, at) => (
              <Typography component="li" variant="body2" key={`${source.kind}${source.id ?? at}`}>
                {source.title
                  ? t(`why.source.${source.kind}Named`, { title: source.title })
                  : t(`why.source.${source.kind}`)}
                {' · '}
                {source.isOptional ? t('required.optional') : t('required.required')}
                {' · '}
                {t('why.since')} <DateText value={source.grantedAt} />
                {source.dueAt && (
                  <>
                    {' · '}
                    {t('why.due')} <DueText value={source.dueAt} />
                  </>
                )}
              </Typography>
            ))}
          </Box>
        </Box>
      )}
      {trace.prerequisites.length > 0 && (
        <Box component="section">
          <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
            {t('why.prerequisites')}
          </Typography>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
            {trace.prerequisites.map((one) => (
              <Typography component="li" variant="body2" key={one.id} sx={{ overflowWrap: 'anywhere' }}>
                <AppLink href={documentKinds[one.type].admin.one(one.id)}>{one.title}</AppLink>
                {' · '}
                {t(one.isDone ? 'why.prerequisiteDone' : 'why.prerequisiteOpen')}
              </Typography>
            ))}
          </Box>
        </Box>
      )}
      <Box component="section">
        <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
          {trace.rules.length > 0 ? t('why.rules') : t('why.noRules')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          {trace.rules.map((rule) => {
            return (
              <Card key={rule.permissionId} sx={{ p: 2 }}>
                <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                  <Verdict
                    yes={rule.matches || rule.keptOnLeave}
                    words={t(rule.keptOnLeave ? 'why.keeps' : rule.matches ? 'why.matches' : 'why.matchesNot')}
                  />
                  <Typography
                    variant="body2"
                    sx={{ fontWeight: 700, flex: 1, minWidth: 120, overflowWrap: 'anywhere' }}
                  >
                    {rule.title}
                  </Typography>
                  {rule.status === 'inactive' && <StateChip kind="permission" state="inactive" />}
                </Box>
                {rule.keptOnLeave && (
                  <Typography variant="body2" sx={{ mt: 1 }}>
                    {t('why.onLeave', names)}
                  </Typography>
                )}
                {rule.conditions.length === 0 && (
                  <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                    {rule.matches ? t('rule.everyone') : t('rule.nobody')}
                  </Typography>
                )}
                <Conditions conditions={rule.conditions} labelOf={labelOf} />
                {rule.audiences.map((audience) => (
                  <Box key={audience.id}>
                    <Or />
                    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', mt: 1 }}>
                      <Verdict yes={audience.matches} words={t(audience.matches ? 'why.met' : 'why.notMet')} />
                      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                        {t(audience.matches ? 'why.inAudience' : 'why.notInAudience', { title: audience.title })}
                      </Typography>
                    </Box>
                    {audience.conditions.length > 0 && (
                      <Box sx={{ paddingInlineStart: 3.5 }}>
                        <Conditions conditions={audience.conditions} labelOf={labelOf} />
                      </Box>
                    )}
                  </Box>
                ))}
              </Card>
            )
          })}
        </Box>
      </Box>
    </>
  )
}

/** Conditions by groups, of which any one is enough. */
function Conditions({
  conditions,
  labelOf,
}: {
  conditions: WhyTrace['rules'][number]['conditions']
  labelOf: LabelOf
}) {
  const { t, i18n } = useTranslation('permissions')
  const groups = [...new Set(conditions.map((condition) => condition.group))].sort((a, b) => a - b)
  const list = (field: string, values: readonly string[], type: 'conjunction' | 'disjunction') =>
    new Intl.ListFormat(i18n.language, { type }).format(values.map((value) => labelOf(field as RuleField, value)))
  return groups.map((group, at) => (
    <Box key={group}>
      {at > 0 && <Or />}
      <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 0.75 }}>
        {conditions
          .filter((condition) => condition.group === group)
          .map((condition) => (
            <Box component="li" key={condition.field} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
              <Verdict yes={condition.matches} words={condition.matches ? t('why.met') : t('why.notMet')} />
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {t(condition.found.length > 0 ? 'why.condition' : 'why.conditionEmpty', {
                  field: labelOf(condition.field as RuleField),
                  wanted: list(condition.field, condition.wanted, 'disjunction'),
                  found: list(condition.field, condition.found, 'conjunction'),
                })}
              </Typography>
            </Box>
          ))}
      </Box>
    </Box>
  ))
}

function Or() {
  const { t } = useTranslation('permissions')
  return (
    <Typography variant="caption" component="p" sx={{ mt: 1, fontWeight: 700 }} color="textSecondary">
      {t('builder.or')}
    </Typography>
  )
}

function Verdict({ yes, words }: { yes: boolean; words: string }) {
  return yes ? (
    <YesIcon fontSize="small" color="success" titleAccess={words} />
  ) : (
    <NoIcon fontSize="small" color="error" titleAccess={words} />
  )
}
