import type { Member } from '@learnt/contract/members'
import { roleRank, roles } from '@learnt/contract/roles'
import { fullName } from '@learnt/contract/text'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem, type Saved } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { useDocumentTitle } from '../../routes/document-title.ts'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormSummary } from '../../ui/form/FormSummary.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { reasonText } from '../../ui/problem-text.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatClock, formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { PersonBadges } from '../badges/lazy-parts.ts'
import { PersonCertificates } from '../certificates/lazy-parts.ts'
import { CustomFieldInput } from '../custom-fields/CustomFieldInput.tsx'
import { askCustomFields, useCustomFields } from '../custom-fields/useCustomFields.ts'
import { useProof } from '../profile/useProof.tsx'
import { ActAsDialog } from './ActAsDialog.tsx'
import { askMember, askMemberFacets } from './asks.ts'
import {
  HistoryOfMember,
  LearningOfMember,
  MailsOfMember,
  MergesOfMember,
  PointsOfMember,
  SessionsOfMember,
  WhyOfMember,
} from './lazy-parts.ts'
import { MemberAddresses } from './MemberAddresses.tsx'
import { MemberEraseRequest } from './MemberEraseRequest.tsx'
import { MemberFactors } from './MemberFactors.tsx'
import { MemberPicture } from './MemberPicture.tsx'
import {
  changedFields,
  customFields,
  divisionFields,
  locationFields,
  MemberForm,
  newValues,
  valuesOf,
} from './member-form.ts'
import { isSameMember, type MemberTab, memberTabs, tabOf, useMemberTab } from './member-tabs.ts'
import { statuses } from './statuses.ts'

export const loader: Loader = async ({ client, params: { userId = '' }, search }) => {
  const address = new URLSearchParams(search)
  const teamId = address.get('teamId') ?? undefined
  await Promise.all([
    tabOf(address.get('tab')) === 'about' ? client.prefetchQuery(askCustomFields()) : null,
    userId === 'new' ? null : client.prefetchQuery(askMember(userId, teamId)),
  ])
}

/** One person’s membership: `/apps/admin/users/new` creates one, any other id edits it. */
export function MemberPage() {
  const { userId = '' } = useParams({ strict: false }) as { userId?: string }
  return userId === 'new' ? <NewMember /> : <ExistingMember key={userId} userId={userId} />
}

function NewMember() {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const form = useAppForm(MemberForm, { defaultValues: newValues() })
  const complain = useServerErrors(form)
  const create = useSend(api.members.create, {
    onSuccess: (member) => {
      showToast({ variant: 'success', text: t('form.created', { name: nameOf(member) }) })
      form.reset(form.getValues())
      void navigate({ to: paths.user(member.userId), search: { teamId: member.teamId } as never, ignoreBlocker: true })
    },
    onError: complain,
  })
  useLeaveGuard(form.formState.isDirty && !create.isSuccess)
  return (
    <AppForm
      form={form}
      summary={false}
      onSubmit={(values) => {
        const { password, ...fields } = values
        create.mutate({ body: { ...fields, ...(password ? { password } : {}) } })
      }}
    >
      <PageHeader
        title={t('form.newTitle')}
        text={t('form.newText')}
        back={{ href: paths.users, label: t('title') }}
        actions={
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('form.create')}
          </Button>
        }
      />
      <FormSummary />
      <Fields isNew />
    </AppForm>
  )
}

function ExistingMember({ userId }: { userId: string }) {
  const { t } = useTranslation('members')
  const { teamId } = useSearch({ strict: false }) as { teamId?: string }
  const member = useQuery(askMember(userId, teamId))
  const [tab] = useMemberTab()
  // fetched together with the person, since the form needs both
  useQuery({ ...askCustomFields(), enabled: tab === 'about' })
  useDocumentTitle(member.data ? nameOf(member.data) : undefined)
  if (!member.data) {
    return (
      <>
        <PageHeader title={t('form.person')} back={{ href: paths.users, label: t('title') }} />
        {member.isError ? (
          <ErrorState error={member.error} onRetry={() => void member.refetch()} />
        ) : (
          <FormSkeleton fields={10} />
        )}
      </>
    )
  }
  return <EditMember key={member.data.id} member={member.data} />
}

function EditMember({ member }: { member: Member }) {
  const { t, i18n } = useTranslation(['members', 'common'])
  const client = useQueryClient()
  // the values that the form began with: a refetch in the background must not change what is compared
  const [loaded, setLoaded] = useState(member)
  const form = useAppForm(MemberForm, { defaultValues: valuesOf(loaded) })
  const complain = useServerErrors(form)
  const me = useMe()
  const [acting, setActing] = useState(false)
  const [tab, openTab] = useMemberTab()
  // switching tabs keeps the text in the form, and the form loads its data only once it is opened
  const [hasForm, setHasForm] = useState(tab === 'about')
  if (tab === 'about' && !hasForm) setHasForm(true)
  const formId = useId()
  const [conflict, setConflict] = useState<{ saved: Saved | null } | null>(null)
  const update = useSend(api.members.update, {
    outdates: ['members', 'permissions', 'learning'],
    onSuccess: (saved) => {
      setConflict(null)
      take(saved)
      showToast({ variant: 'success', text: t('form.saved', { name: nameOf(saved) }) })
    },
    onError: (error) => {
      if (isProblem(error, 'stale')) setConflict({ saved: error.saved })
      else if (!isProblem(error, 'proof-required')) complain(error)
    },
  })
  // people who change their own address confirm who they are first
  const isOwn = me.userId === member.userId
  const factors = useQuery({ ...queryOf(api.factors.mine), enabled: isOwn && !me.impersonation })
  const { run, dialog } = useProof(factors.data)
  const take = (fresh: Member) => {
    setLoaded(fresh)
    form.reset(valuesOf(fresh))
  }
  const { isDirty } = form.formState
  // shows changes from elsewhere (another administrator saved, the person was erased), unless the form has changes
  const takeFresh = useEffectEvent((fresh: Member) => {
    if (!isDirty && fresh.revision > loaded.revision) take(fresh)
  })
  useEffect(() => takeFresh(member), [member])
  const { teamId } = useSearch({ strict: false }) as { teamId?: string }
  useLeaveGuard(isDirty && !update.isPending, (next) =>
    isSameMember(next, { userId: member.userId, ...(teamId ? { teamId } : {}) }),
  )

  const request = { params: { userId: member.userId }, query: { teamId: member.teamId } }
  const save = (revision: number | undefined) => {
    const changes = changedFields(valuesOf(loaded), form.getValues())
    if (Object.keys(changes).length === 0) return
    const input = { ...request, body: { ...changes, ...(revision === undefined ? {} : { revision }) } }
    // the form shows its errors already
    void run(
      async () => void (await update.mutateAsync(input)),
      () => {},
    )
  }
  const loadPresent = async () => {
    take(await client.fetchQuery({ ...queryOf(api.members.get, request), staleTime: 0 }))
    setConflict(null)
  }
  const reason = loaded.can.update ?? loaded.can.edit ?? null
  return (
    <>
      {dialog}
      <ActAsDialog
        person={acting ? { userId: loaded.userId, teamId: loaded.teamId, name: nameOf(loaded) } : null}
        onClose={() => setActing(false)}
      />
      <PageHeader
        title={nameOf(loaded)}
        text={loaded.email}
        back={{ href: paths.users, label: t('title') }}
        status={<StateChip kind="membership" state={loaded.status} size="medium" />}
        actions={
          <>
            {!me.impersonation && (
              <ActionButton
                variant="outlined"
                color="inherit"
                reason={loaded.can.actAs ?? null}
                reasonWords={isDirty ? t('actAs.saveFirst') : undefined}
                onClick={() => setActing(true)}
              >
                {t('actAs.named', { name: nameOf(loaded) })}
              </ActionButton>
            )}
            {(tab === 'about' || isDirty) && (
              <ActionButton
                type="submit"
                form={formId}
                variant="contained"
                loading={update.isPending}
                reason={reason}
                reasonWords={isDirty || reason ? undefined : t('form.unchanged')}
              >
                {t('form.save')}
              </ActionButton>
            )}
          </>
        }
      />
      <Tabs
        value={tab}
        aria-label={nameOf(loaded)}
        onChange={(_event, next: MemberTab) => openTab(next)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        sx={{ mb: 2.5, '& .MuiTab-root': { px: 1.5, minWidth: 0 } }}
      >
        {memberTabs.map((one) => (
          <Tab key={one} value={one} label={t(`tabs.${one}`)} id={`tab-${one}`} aria-controls="panel-member" />
        ))}
      </Tabs>
      <div role="tabpanel" id="panel-member" aria-labelledby={`tab-${tab}`}>
        {hasForm && (
          <div hidden={tab !== 'about'}>
            <AppForm id={formId} form={form} summary={false} onSubmit={() => save(loaded.revision)}>
              <FormSummary />
              {conflict && (
                <Alert
                  severity="warning"
                  role="alert"
                  sx={{ mb: 2.5 }}
                  action={
                    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
                      <Button size="small" color="inherit" variant="outlined" onClick={() => void loadPresent()}>
                        {t('form.conflictLoad')}
                      </Button>
                      <Button size="small" color="inherit" onClick={() => save(undefined)}>
                        {t('form.conflictOverwrite')}
                      </Button>
                    </Box>
                  }
                >
                  <strong>
                    {conflict.saved
                      ? t('form.conflictWho', {
                          name: conflict.saved.by,
                          day: formatDay(conflict.saved.at, i18n.language),
                          time: formatClock(conflict.saved.at, i18n.language),
                        })
                      : t('form.conflictTitle')}
                  </strong>
                  <br />
                  {t('form.conflictText')}
                </Alert>
              )}
              <MemberEraseRequest member={loaded} place="top" />
              <MemberPicture
                member={loaded}
                onSaved={({ avatar, revision }) => setLoaded((now) => ({ ...now, avatar, revision }))}
              />
              <Fields isNew={false} member={loaded} />
            </AppForm>
            {!me.impersonation && <MemberAddresses member={loaded} />}
            {!me.impersonation && <MemberFactors member={loaded} />}
            {!me.impersonation && (
              <MergesOfMember
                person={{ userId: loaded.userId, name: nameOf(loaded) }}
                teamId={loaded.teamId}
                onChanged={() => void loadPresent()}
              />
            )}
            <MemberEraseRequest member={loaded} place="end" />
          </div>
        )}
        <TabOfMember tab={tab} member={loaded} />
      </div>
    </>
  )
}

/** A tab’s content beside the form; each fetches its data when it opens. */
function TabOfMember({ tab, member }: { tab: MemberTab; member: Member }) {
  const [isTyped, setTyped] = useState(false)
  useLeaveGuard(isTyped && tab === 'points')
  const { id, userId } = member
  const name = nameOf(member)
  switch (tab) {
    case 'about':
      return null
    case 'learning':
      return <LearningOfMember userId={userId} />
    case 'why':
      return <WhyOfMember userId={userId} name={name} />
    case 'certificates':
      return (
        <>
          <PersonCertificates userId={userId} as="admin" saysNone />
          <PersonBadges userId={userId} as="admin" saysNone />
        </>
      )
    case 'points':
      return <PointsOfMember userId={userId} name={name} onTyped={setTyped} />
    case 'sessions':
      return <SessionsOfMember userId={userId} />
    case 'mails':
      return <MailsOfMember userId={userId} />
    case 'history':
      return <HistoryOfMember membershipId={id} managerNames={member.managerNames} />
  }
}

function Fields({ isNew, member }: { isNew: boolean; member?: Member }) {
  const { t } = useTranslation(['members', 'common'])
  const { t: problems } = useTranslation('problems')
  const me = useMe()
  const Anchor = useAnchor()
  const [search, setSearch] = useState('')
  const people = useQuery({
    ...queryOf(api.members.list, { query: { search, limit: 20, status: ['active'] } as never }),
    placeholderData: keepPreviousData,
  })
  const managers = new Map((member?.managerNames ?? []).map((one) => [one.userId, one.name]))
  for (const row of people.data?.items ?? []) {
    if (row.userId !== member?.userId) managers.set(row.userId, fullName(row) + (row.email ? ` (${row.email})` : ''))
  }
  // administrators give no role above their own
  const grantable = roles.filter((role) => roleRank[role] <= roleRank[me.role])
  for (const one of member?.namedPeople ?? []) if (!managers.has(one.userId)) managers.set(one.userId, one.name)
  const own = useCustomFields()
  const { fields } = own
  const facets = useQuery({ ...askMemberFacets(), enabled: member !== undefined })
  const teamName = facets.data?.teamId.find((team) => team.value === member?.teamId)?.label ?? member?.teamId
  const attribute = (name: string, label: string) => <AttributeField key={name} name={name} label={label} />
  const named = (name: string) => fields.some((field) => field.field === name)
  const nameless = (names: readonly string[], label: (name: string) => string) =>
    names.filter((name) => !named(name)).map((name) => attribute(name, label(name)))
  return (
    <>
      <FormSection title={t('form.person')}>
        <FormText name="firstName" label={t('form.firstName')} required autoComplete="off" />
        <FormText name="lastName" label={t('form.lastName')} help={t('form.lastNameHelp')} autoComplete="off" />
        <FormText
          name="preferredName"
          label={t('form.preferredName')}
          help={member?.can.describe ? reasonText(problems, member.can.describe) : t('form.preferredNameHelp')}
          disabled={Boolean(member?.can.describe)}
          autoComplete="off"
        />
        <FormText
          name="email"
          kind="email"
          label={t('form.email')}
          help={
            member?.systemCreatedEmail
              ? t('form.emailPlaceholder', { email: member.systemCreatedEmail })
              : t(member?.can.moveAccount ? 'form.emailKept' : 'form.emailHelp')
          }
          autoComplete="off"
        />
        <FormText name="username" label={t('form.username')} autoComplete="off" />
        <FormText name="employeeId" label={t('form.employeeId')} autoComplete="off" />
        <FormText name="phone" kind="tel" label={t('form.phone')} autoComplete="off" />
        <FormText name="dob" kind="day" label={t('form.dob')} />
        {isNew && (
          <FormText
            name="password"
            kind="password"
            label={t('form.password')}
            help={t('form.passwordHelp')}
            autoComplete="new-password"
          />
        )}
      </FormSection>
      <FormSection title={t('form.access')} text={t('form.accessText')}>
        <FormSelect
          name="status"
          label={t('form.status')}
          options={statuses.map((value) => ({ value, label: t(`common:states.membership.${value}`) }))}
        />
        <FormChoices
          name="roles"
          label={t('form.roles')}
          options={grantable.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
        />
        <FormText
          name="terminationDate"
          kind="day"
          label={t('form.terminationDate')}
          help={t('form.terminationHelp')}
        />
        <FormChoices
          name="managers"
          label={t('form.managers')}
          help={t('form.managersHelp')}
          options={[...managers].map(([value, label]) => ({ value, label }))}
          loading={people.isFetching}
          onSearch={setSearch}
        />
      </FormSection>
      <FormSection title={t('form.work')} text={t('form.workText')}>
        {attribute('position', t('form.position'))}
        {attribute('tags', t('form.tags'))}
        {!named('loc1') && attribute('loc1', t('form.loc', { number: 1 }))}
        {!named('div1') && attribute('div1', t('form.div', { number: 1 }))}
      </FormSection>
      {fields.length > 0 && (
        <FormSection title={t('form.ownFields')} text={t('form.ownFieldsText')}>
          {fields.map((field) =>
            field.kind === 'text' && field.access.administrator === 'edit' ? (
              <AttributeField
                key={field.field}
                name={field.field}
                label={`${own.nameOf(field.field)}${field.isRequired ? ' *' : ''}`}
              />
            ) : (
              <CustomFieldInput
                key={field.field}
                name={field.field}
                label={own.nameOf(field.field) ?? field.field}
                field={field}
                people={{ options: [...managers].map(([value, label]) => ({ value, label })), onSearch: setSearch }}
                disabled={field.access.administrator !== 'edit'}
                {...(field.access.administrator === 'edit' ? {} : { help: t('form.fedOnly') })}
              />
            ),
          )}
        </FormSection>
      )}
      <Accordion
        disableGutters
        variant="outlined"
        sx={{ borderRadius: '14px !important', mb: 2.5, '&::before': { display: 'none' } }}
        slotProps={{ transition: { unmountOnExit: true } }}
      >
        <AccordionSummary expandIcon={<ExpandIcon />} sx={{ px: 3 }}>
          <Typography variant="h3" component="span">
            {t('form.more')}
          </Typography>
        </AccordionSummary>
        <AccordionDetails sx={{ px: 3, pb: 3 }}>
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', xl: '1fr 1fr 1fr' } }}>
            {nameless(locationFields.slice(1), (name) => t('form.loc', { number: Number(name.at(-1)) }))}
            {nameless(divisionFields.slice(1), (name) => t('form.div', { number: Number(name.at(-1)) }))}
            {nameless(customFields, (name) => t('form.customField', { number: Number(name.at(-1)) }))}
          </Box>
        </AccordionDetails>
      </Accordion>
      {member && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 4,
            rowGap: 1,
            color: 'text.secondary',
            fontSize: '0.875rem',
            mb: 2,
          }}
        >
          <span>
            {t('form.team')}: {teamName}
          </span>
          <span>
            {t('form.createdAt')}: <DateText value={member.createdAt} />
          </span>
          <span>
            {t('form.updatedAt')}: <DateText value={member.updatedAt} format="ago" />
          </span>
          <span>{t(member.hasLoggedIn ? 'form.hasLoggedIn' : 'form.neverLoggedIn')}</span>
          <AppLink href={paths.learnerReport('admin', member.userId)}>{t('form.report')}</AppLink>
        </Box>
      )}
      {member && member.otherTeams.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2.5 }}>
          <Typography variant="body2" color="textSecondary" title={t('form.otherTeamsText')}>
            {t('form.otherTeams')}
          </Typography>
          {member.otherTeams.map((team) => (
            <Chip
              key={team.id}
              component={Anchor}
              href={paths.user(member.userId, team.teamId)}
              clickable
              label={team.teamName}
            />
          ))}
        </Box>
      )}
    </>
  )
}

/** An attribute that rules read: free text, with the values of other people as suggestions. */
function AttributeField({ name, label }: { name: string; label: string }) {
  const [search, setSearch] = useState<string | null>(null)
  const values = useQuery({
    ...queryOf(api.members.attributeValues, {
      params: { field: name as 'position' },
      ...(search ? { query: { search } } : {}),
    }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <Box onFocus={() => setSearch((now) => now ?? '')}>
      <FormChoices
        name={name}
        label={label}
        free
        options={(values.data?.values ?? []).map((one) => ({ value: one.value, label: one.label || one.value }))}
        onSearch={setSearch}
      />
    </Box>
  )
}

function nameOf(member: { firstName: string; lastName: string; preferredName: string }): string {
  return fullName(member)
}
